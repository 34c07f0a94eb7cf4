// Cards that lie on the page when another deck, back or index is chosen are drawn anew where they are.

import { backInside, cardInside } from './kit.js';
import { onSettingsChange } from './settings.js';

/** Draw the cards below an element as they are chosen now. @param {ParentNode} root */
function redrawCards(root) {
  for (const svg of root.querySelectorAll('svg.card[data-face]')) {
    const { face = '', compact } = svg.dataset;
    svg.innerHTML = face === 'back' ? backInside() : cardInside(face, Boolean(compact));
  }
}

/** From now on. */
export function followDeck() {
  onSettingsChange((to, from) => {
    if (to.deck !== from.deck || to.back !== from.back || to.largeIndex !== from.largeIndex) redrawCards(document);
  });
}
