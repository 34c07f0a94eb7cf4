// The squeeze: a card that the house has shown to me alone lies large on the cloth. Its edge follows the hand, or a
// key; beside it stands what it may still be. Nothing of its face is in the page but what is bent up.

import { find, hit } from '../core/dom.js';
import { cardName, endSentence, formatNet, formatSum, gameWord, joinList, t } from '../core/i18n.js';
import { capitalise, esc } from '../core/text.js';
import { setHtml } from '../core/update.js';
import { edgeOf, peel } from './peel.js';
import { possible } from './squeeze_odds.js';

const TURNS_AT = 0.9; // the part of its width at which a card turns over
const EDGE_AT = 0.3; // the part at which its edge can be read
const STEP = 0.2; // what a key bends up

/** @typedef {{id: string, hand: string, index: number, code: string}} Covered */

export class Squeeze {
  /**
   * @param {HTMLElement} host
   * @param {{felt: Partial<House.LayoutFelt>, sumOn: (spot: string) => number, turned: (card: Covered) => void}} actions
   */
  constructor(host, actions) {
    this.actions = actions;
    /** @type {Covered | null} */
    this.card = null;
    this.part = 0;
    /** @type {Client.State | null} */
    this.state = null;
    this.root = document.createElement('div');
    this.root.className = 'squeeze';
    this.root.hidden = true;
    this.root.setAttribute('role', 'group');
    this.root.innerHTML =
      '<h3></h3><div class="peel" tabindex="0" role="slider" aria-valuemin="0" aria-valuemax="100"></div><div class="may"><p role="status"></p><ul></ul></div><div class="does"><button type="button" data-do="more"></button><button type="button" data-do="turn"></button></div>';
    host.append(this.root);
    this.peel = find(this.root, '.peel');
    /** Where the hand took hold of the edge. @type {{x: number, part: number} | null} */
    this.grip = null;
    this.peel.onpointerdown = e => {
      this.peel.setPointerCapture(e.pointerId);
      this.grip = { x: e.clientX, part: this.part };
      e.preventDefault();
      this.peel.focus({ preventScroll: true });
    };
    this.peel.onpointermove = e => {
      if (this.grip) this.bend(this.grip.part + (this.grip.x - e.clientX) / (this.peel.offsetWidth * 0.8));
    };
    this.peel.onpointerup = this.peel.onpointercancel = () => {
      this.grip = null;
    };
    this.root.onkeydown = e => this.key(e);
    this.root.onclick = e => {
      const what = hit(e, '[data-do]')?.dataset.do;
      if (what === 'turn') this.turn();
      if (what === 'more') this.bend(this.part + STEP);
    };
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    if (e.target !== this.peel) return;
    const by = { ArrowLeft: STEP, ArrowUp: STEP, ArrowRight: -STEP, ArrowDown: -STEP }[e.key];
    if (by) this.bend(this.part + by);
    else if (e.key === 'Enter' || e.key === ' ') this.turn();
    else return;
    e.preventDefault();
    e.stopPropagation();
  }

  /** Bend the edge up, so much of the width. @param {number} part */
  bend(part) {
    if (!this.card) return;
    this.part = Math.max(0, Math.min(1, part));
    if (this.part >= TURNS_AT) this.turn();
    else this.draw();
  }

  turn() {
    const { card: turned } = this;
    if (!turned) return;
    this.grip = null;
    this.part = 0;
    this.card = null;
    this.actions.turned(turned);
  }

  /**
   * Show the next of the covered cards, or nothing.
   * @param {Client.State} s
   * @param {Covered | null} next
   */
  render(s, next) {
    const hadFocus = this.root.contains(document.activeElement);
    if (next?.id !== this.card?.id) {
      this.part = 0;
      this.grip = null;
    }
    this.card = next;
    this.state = s;
    this.root.hidden = !next;
    if (!next) return;
    this.root.dataset.hand = next.hand;
    this.draw();
    if (hadFocus) this.peel.focus({ preventScroll: true });
  }

  draw() {
    const { card: c, state: s, part } = this;
    if (!c || !s) return;
    setHtml(find(this.root, 'h3'), `${esc(capitalise(gameWord(s.table, c.hand) || c.hand))}${this.others(s, c)}`);
    setHtml(this.peel, peel(c.code, part));
    this.peel.setAttribute('aria-label', t('squeeze'));
    this.peel.setAttribute('aria-valuenow', String(Math.round(part * 100)));
    const seen = part >= EDGE_AT;
    const [edge, ranks] = edgeOf(c.code);
    const words = t(`squeeze.edge.${edge}`);
    this.peel.setAttribute('aria-valuetext', seen ? words : t('squeeze.covered'));
    setHtml(find(this.root, '.may p'), esc(seen ? words : t('squeeze.how')));
    setHtml(find(this.root, 'ul'), seen ? this.list(s, c, ranks) : '');
    const [more, turn] = this.root.querySelectorAll('button');
    setHtml(more, esc(t('squeeze.more')));
    setHtml(turn, esc(t('squeeze.turn')));
  }

  /** The other cards of the hand that I have seen, in small. @param {Client.State} s @param {Covered} c */
  others(s, c) {
    const known = s.hands[c.hand].cards.filter(
      (code, i) => i !== c.index && code && !s.hands[c.hand].only?.includes(i),
    );
    return known.length ? `<small>${esc(joinList(known.map(cardName)))}</small>` : '';
  }

  /** @param {Client.State} s @param {Covered} c @param {string[]} ranks */
  list(s, c, ranks) {
    return possible(s, this.actions.felt, this.actions.sumOn, c.hand, c.index, ranks)
      .map(x => {
        const what = x.winner
          ? t(`squeeze.wins.${x.winner}`)
          : x.points === null
            ? ''
            : t('squeeze.makes', { n: x.points });
        const net = x.net === null ? '' : x.net ? formatNet(x.net, true) : formatSum(0);
        const cls = x.net === null ? '' : x.net > 0 ? ' class="w"' : x.net < 0 ? ' class="l"' : '';
        return `<li${cls}><b>${esc(x.rank === 'T' ? '10' : x.rank)}</b><span>${esc(what)}</span><span>${net}</span></li>`;
      })
      .join('');
  }

  /** What a turned card says to a screen reader. @param {Covered} c */
  static told(c) {
    return endSentence(cardName(c.code));
  }
}
