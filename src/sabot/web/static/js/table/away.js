// What was done for me while I was away: one line above the buttons, with links to the rounds.

import { find } from '../core/dom.js';
import {
  formatNet,
  formatSum,
  joinList,
  joinSentences,
  joinWithColon,
  onLanguageChange,
  plural,
  t,
} from '../core/i18n.js';
import { clauseLink, esc } from '../core/text.js';
import { setHtml } from '../core/update.js';

const LINKED = 3;

export class Away {
  constructor() {
    this.root = document.createElement('div');
    this.root.className = 'away';
    this.root.setAttribute('role', 'status');
    this.root.hidden = true;
    const say = find(document, '.say');
    say.insertBefore(this.root, say.querySelector('.turn'));
    /** @type {Client.Notice | null} */
    this.notice = null;
    this.root.addEventListener('click', e => {
      if (e.target instanceof Element && e.target.closest('button')) this.show(null);
    });
    onLanguageChange(() => this.show(this.notice));
  }

  /** @param {Client.Notice | null} m */
  show(m) {
    this.notice = m;
    this.root.hidden = !m;
    setHtml(this.root, m ? html(m) : '');
  }
}

/** @param {Client.Notice} m */
function html(m) {
  const { n, net, acts, rounds } = m.facts;
  const text = joinSentences([
    joinWithColon(
      t('away.title'),
      joinList([
        plural('away.rounds', n, { net: net ? formatNet(net) : formatSum(0) }),
        acts && plural('away.acts', acts),
      ]),
    ),
  ]);
  const links = /** @type {string[]} */ (rounds)
    .slice(-LINKED)
    .map(
      coup =>
        `<a href="receipt.html?coup=${encodeURIComponent(coup)}">${esc(t('away.see', { n: coup.slice(coup.lastIndexOf('-') + 1) }))}</a>`,
    )
    .join(' ');
  return `<p>${esc(text)} ${clauseLink(m.law ?? '')} ${links}</p><button type="button" class="ghost" aria-label="${esc(t('close'))}">×</button>`;
}
