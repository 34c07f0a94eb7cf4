// Hints for practice at a table of one's own: what acts and bets cost on average, and a count of this page.

import { get } from '../core/api.js';
import { byId, find, hit } from '../core/dom.js';
import {
  formatFullSum,
  formatSum,
  gameWord,
  joinPhrases,
  joinSentences,
  lang,
  onLanguageChange,
  plural,
  t,
} from '../core/i18n.js';
import { isBetting, questionsToMe } from '../core/offers.js';
import { clauseLink, esc } from '../core/text.js';
import { setHtml } from '../core/update.js';
import { formatPercent } from '../odds/words.js';
import { spotName } from '../record/names.js';
import { houseClause } from '../record/narration.js';

const SAME = 1e-9;
const AGAIN_MS = 700;
const LISTED = 3;

/** A mean in cents, in words. @param {number} cents */
export const formatMean = cents => {
  const least = Math.abs(cents);
  const sum =
    least > SAME && least < 0.5 ? t('hint.tiny', { sum: formatFullSum(1) }) : formatFullSum(Math.round(least));
  return cents < -SAME ? t('hint.gain', { sum }) : sum;
};

/** @param {number} edge */
const formatEdge = edge => t(edge < 0 ? 'hint.edge-gain' : 'hint.edge', { part: formatPercent(Math.abs(edge), 2) });

export class Hints {
  /**
   * @param {string} id the table
   * @param {{ live: () => Client.State, controls: () => object }} of
   */
  constructor(id, of) {
    this.page = { id, ...of, side: byId('side'), say: find(document, '.say') };
    /** A switch of this page alone: the address may turn it on. */
    this.on = new URLSearchParams(location.search).get('hints') === '1';
    /** What the house said last. @type {House.TableHints | null} */
    this.answer = null;
    /** The version that was asked for last, and whether an answer is under way. */
    this.asked = -1;
    this.busy = false;
    this.ready = false;
    this.wasBetting = false;
    this.count = { decisions: 0, best: 0, lost: 0, bets: 0 };
    /** The cents of my bets that are counted already. @type {Record<string, number>} */
    this.counted = {};
    this.told = '';
    this.root = document.createElement('div');
    this.root.className = 'hint';
    this.root.id = 'hint';
    this.root.setAttribute('role', 'status');
    this.root.hidden = true;
    this.page.say.insertBefore(this.root, this.page.say.querySelector('.turn'));
    this.page.side.addEventListener('click', e => {
      if (hit(e, '.hintswitch')) this.turn(!this.on);
    });
    onLanguageChange(() => this.render());
  }

  /** @param {boolean} on */
  turn(on) {
    this.on = on;
    this.told = '';
    this.update(this.ready);
  }

  /** The clause that forbids hints at this table, or "". */
  get law() {
    return houseClause(this.page.live().table, 'advice');
  }

  /** Whether hints are shown: they are on, at a table of one's own, and no clause forbids them. */
  get active() {
    return this.on && Boolean(this.page.live().table?.own) && !this.law;
  }

  /**
   * The table has changed.
   * @param {boolean} ready whether the question is shown: a hint must not run ahead of the cards
   */
  update(ready) {
    const s = this.page.live();
    this.ready = ready;
    if (!s.table) return;
    this.drawSwitch();
    if (this.active) {
      this.countBets(s);
      if (s.v !== this.asked && this.mayAsk(s)) this.ask();
    }
    this.render();
  }

  /** Whether something is open to me of which a hint can speak. @param {Client.State} s */
  mayAsk(s) {
    return questionsToMe(s).some(o => !['insert', 'cash-out', 'ticket'].includes(o.act));
  }

  async ask() {
    if (this.busy) return;
    this.busy = true;
    const { v } = this.page.live();
    this.asked = v;
    /** @type {House.TableHints | null} */
    let answer = null;
    let again = 0;
    try {
      answer = await get(
        /** @type {`/api/tables/${string}/hints`} */ (`/api/tables/${encodeURIComponent(this.page.id)}/hints`),
      );
      if (!answer.hint) again = AGAIN_MS;
    } catch {
      again = 4 * AGAIN_MS; // the line is lost, or I am not there yet
    }
    this.busy = false;
    if (answer) this.answer = answer;
    if (again) {
      this.asked = -1;
      setTimeout(() => this.update(this.ready), again);
    } else this.update(this.ready);
  }

  /** The hint of this moment; while bets are laid the last one of the coup serves until the next is here. */
  hint() {
    const s = this.page.live();
    const { answer } = this;
    if (!answer?.hint) return null;
    return answer.v === s.v || (isBetting(s) && answer.coup === s.coup.id) ? answer.hint : null;
  }

  /** Count the bets of a coup when no more are taken. @param {Client.State} s */
  countBets(s) {
    const betting = isBetting(s);
    if (this.wasBetting && !betting)
      for (const { bet, cents, cost } of this.answer?.hint?.laid ?? []) {
        const fresh = cents - (this.counted[bet] ?? 0);
        if (fresh > 0) this.count.bets += (cost * fresh) / cents;
        this.counted[bet] = cents;
      }
    for (const bet of Object.keys(this.counted)) if (betting && !s.mine[bet]) delete this.counted[bet];
    this.wasBetting = betting;
  }

  /**
   * I am about to act. Returns what to call when the house has taken the act.
   * @param {string} act
   * @param {string} seat
   * @returns {() => void}
   */
  before(act, seat) {
    const hint = this.active ? this.hint() : null;
    const cost = hint?.decisions.flatMap(d => d.acts).find(a => a.act === act && a.seat === seat)?.cost;
    const price = act === 'bet' ? undefined : hint?.spots.find(p => p.spot === seat && p.cents);
    return () => {
      if (price) this.count.bets += price.edge_float * (price.cents ?? 0);
      if (cost === undefined) return;
      this.count.decisions += 1;
      this.count.best += cost === 0 ? 1 : 0;
      this.count.lost += cost;
      this.told = cost === 0 ? t('hint.told-best') : t('hint.told', { sum: formatMean(cost) });
      this.render();
    };
  }

  // ---- drawing -----------------------------------------------------------------------------------------

  /** The switch stands in the side at a table of one's own; where a clause forbids hints it says so. */
  drawSwitch() {
    const { side } = this.page;
    const links = side.querySelector('.links');
    let box = side.querySelector('.hintbox');
    const { table } = this.page.live();
    if (!links || !table.own) {
      box?.remove();
      return;
    }
    if (!box) {
      box = document.createElement('section');
      box.className = 'hintbox';
      links.before(box);
    }
    const html = this.law
      ? `<p class="demo">${esc(t('hint.law'))} ${clauseLink(this.law)}</p>`
      : `<button type="button" class="hintswitch" role="switch" aria-checked="${this.on}" title="${esc(t('hint.why'))}"><b>${esc(t('hint.switch'))}</b><i></i></button>`;
    setHtml(/** @type {HTMLElement} */ (box), html);
  }

  render() {
    const s = this.page.live();
    const hint = this.active && this.ready ? this.hint() : null;
    const lines = hint
      ? this.lines(s, hint)
      : this.active && this.answer && !this.answer.hint
        ? [t('hint.waiting')]
        : [];
    const counts = this.counts();
    this.root.hidden = !this.active;
    setHtml(
      this.root,
      `<p class="now">${lines[0] ?? ''}</p>${lines[1] ? `<p class="basis">${lines[1]}</p>` : ''}${
        this.told || counts ? `<p class="sofar"><span>${esc(this.told)}</span> <small>${esc(counts)}</small></p>` : ''
      }`,
    );
  }

  /**
   * The line of this moment and what its figures are, as HTML.
   * @param {Client.State} s
   * @param {House.Hint} hint
   * @returns {string[]}
   */
  lines(s, hint) {
    if (hint.decisions.length)
      return [hint.decisions.map(d => this.decisionHtml(s, d)).join(' '), basisText(hint.basis)];
    if (hint.pot) return [potHtml(hint.pot), basisText(hint.basis)];
    if (hint.spots.length) {
      const text = this.betsHtml(s, hint);
      return [text, basisText(hint.basis === 'full-shoe' ? 'full-shoe-bet' : hint.basis)];
    }
    return isBetting(s) || !this.mayAsk(s) ? [''] : [esc(t('hint.none'))];
  }

  /** @param {Client.State} s @param {House.ActCosts} decision */
  decisionHtml(s, decision) {
    const many = decision.acts.length > 8; // one act with many choices: only the best one is named
    /** @param {House.ActCost} a */
    const name = a => {
      const act = gameWord(s.table, `act.${a.act}`) || a.act;
      return many ? `${act} ${spotName(s.table, a.seat)}` : act;
    };
    const best = decision.acts.filter(a => a.cost === 0);
    const others = decision.acts.filter(a => a.cost > 0).sort((a, b) => a.cost - b.cost);
    return `<b>${esc(t('hint.best', { act: best.map(a => name(a).toLocaleLowerCase(lang())).join(' / ') }))}</b> ${esc(
      joinSentences([
        joinPhrases(others.slice(0, many ? 0 : 5).map(a => t('hint.cost', { act: name(a), sum: formatMean(a.cost) }))),
      ]),
    )}`;
  }

  /** The chosen bet of a machine, "" at another table. */
  chosenBet() {
    const machine = /** @type {{bet?: () => string}} */ (this.page.controls());
    return machine.bet?.() ?? '';
  }

  /** What my bets cost, and the best bet. @param {Client.State} s @param {House.Hint} hint */
  betsHtml(s, hint) {
    const chosen = hint.spots.find(p => p.cents && p.spot === this.chosenBet());
    const own = chosen
      ? [
          t('hint.spin', {
            sum: formatSum(chosen.cents ?? 0),
            cost: formatMean((chosen.cents ?? 0) * chosen.edge_float),
          }),
        ]
      : hint.laid
          .slice(-LISTED)
          .map(l =>
            t('hint.bet', { sum: formatSum(l.cents), bet: betName(s.table, l.spot), cost: formatMean(l.cost) }),
          );
    const total =
      hint.laid.length > 1
        ? t('hint.total', {
            sum: formatSum(hint.laid.reduce((n, l) => n + l.cents, 0)),
            cost: formatMean(hint.laid.reduce((n, l) => n + l.cost, 0)),
          })
        : '';
    const best = hint.spots.find(p => p.spot === hint.best);
    const same = best && hint.spots.every(p => Math.abs(p.edge_float - best.edge_float) < SAME);
    const cheapest = !best
      ? ''
      : same
        ? t('hint.all-same', { edge: formatEdge(best.edge_float) })
        : t('hint.cheapest', { bet: betName(s.table, best.spot, best.cents), edge: formatEdge(best.edge_float) });
    return `<b>${esc(joinSentences([joinPhrases([...own, total])]))}</b> ${esc(cheapest)}`;
  }

  /** The count of this page in words; "" before there is anything to count. */
  counts() {
    const { decisions, best, lost, bets } = this.count;
    return joinPhrases([
      decisions && plural('hint.count', decisions, { best, sum: formatMean(lost) }),
      Math.abs(bets) > SAME && t('hint.count-bets', { sum: formatMean(bets) }),
    ]);
  }
}

/** @param {string} basis */
const basisText = basis => esc(t(`hint.${basis}`));

/** @param {House.PotPrice} pot */
function potHtml(pot) {
  const price = pot.call
    ? t('hint.price', { call: formatSum(pot.call), pot: formatSum(pot.pot), need: formatPercent(pot.needed_float, 1) })
    : '';
  const share =
    pot.equity === null
      ? ''
      : t(pot.exact ? 'hint.equity' : 'hint.equity-about', { share: formatPercent(pot.equity, pot.exact ? 1 : 0) });
  return `<b>${esc(price)}</b> ${esc(share)}`;
}

/**
 * The name of a bet within a sentence.
 * @param {Client.Table} table
 * @param {string} spot
 * @param {number} [cents] its fixed price, if it has one
 */
function betName(table, spot, cents = 0) {
  if (cents) return formatSum(cents);
  const name = table.felt.shape === 'layout' ? spot : spot.includes('/') ? spot.slice(spot.indexOf('/') + 1) : '';
  return name ? spotName(table, name) : gameWord(table, 'bet.main') || t('place.n', { n: spot });
}
