// What I may do now: chips while bets are accepted, one button for each decision that is offered.

import { NOT_YET } from '../core/api.js';
import { fieldOf, find, focusedElement, hit } from '../core/dom.js';
import { formatClause, formatInput, formatSum, gameWord, parseSum, plural, t } from '../core/i18n.js';
import { myOffers, offersOf } from '../core/offers.js';
import { isMyBet, lastActToFollow } from '../core/state.js';
import { clauseLink, esc } from '../core/text.js';
import { isAsking } from './own_limit.js';
import { actsHtml, asideHtml, endedHtml, waitingHtml } from './acts.js';
import { Ahead, aheadOf } from './ahead.js';
import { showAmountError } from './amount_error.js';
import { amountOffers, raiseTexts, totalCostText } from './turn_bar.js';

/** @param {Element} e @param {string} name @param {unknown} on */
const toggleClass = (e, name, on) => e.classList.toggle(name, Boolean(on));

/** @typedef {import('../machine/desk.js').Status} Status */

export class Controls {
  /**
   * @param {HTMLElement} root
   * @param {{bets: import('./bets.js').Bets, act: (act: string, seat: string, amount?: number) => unknown, credits: ()
   *   => void, ready: () => void, replay: () => void, again: () => void, law: (ref: string) => void}} actions
   */
  constructor(root, actions) {
    this.root = root;
    this.actions = actions;
    /** The amounts that are set, by act and seat. @type {Record<string, number>} */
    this.amounts = {};
    /** @type {Client.State} */
    this.state = NOT_YET;
    /** @type {Status} */
    this.status = NOT_YET;
    /** The act whose amount or choice is open, with its seat, or "*". */
    this.opened = '';
    this.allInChosen = false;
    /** The turn for which the amount is drawn. */
    this.question = '';
    this.html = '';
    this.busy = false;
    this.ahead = new Ahead();
    /** What is drawn now, which can be behind the record. @type {Client.State | null} */
    this.shown = null;
    root.addEventListener('click', e => {
      const b = hit(e, 'button');
      if (e.detail && b && (b.dataset.chip || b.dataset.id === 'undo')) b.blur(); // so that Enter deals after a click
      if (b?.classList.contains('not')) {
        this.explain(b);
        if (/** @type {PointerEvent} */ (e).pointerType !== 'touch') this.actions.law(b.dataset.ref ?? '');
      } else this.press(/** @type {HTMLButtonElement | null} */ (b));
    });
    root.addEventListener('input', e => {
      if (fieldOf(e).matches('.sum input')) this.readAmount(fieldOf(e));
    });
    root.addEventListener('keydown', e => {
      if (e.key === 'Enter' && fieldOf(e).matches('.sum input')) {
        e.preventDefault();
        this.field('[data-sum]:not(:disabled)')?.click();
      }
    });
    root.addEventListener('focusin', e => this.explain(hit(e, '.not')));
    root.addEventListener('focusout', e => {
      if (hit(e, '.not')) this.explain(null);
    });
    root.addEventListener('pointerover', e => {
      const b = hit(e, '.not');
      if (b || !root.contains(document.activeElement)) this.explain(b);
    });
    root.addEventListener('pointerleave', () => this.explain(null));
  }

  /**
   * @param {Client.State} s the record
   * @param {Status} status
   */
  render(s, status) {
    this.state = s;
    this.status = status;
    const chosen = status.ended || !status.line || !status.ready ? undefined : this.ahead.due(s);
    if (chosen) queueMicrotask(() => this.actions.act(chosen.act, chosen.seat));
    const ahead = status.ended || this.opened || !aheadOf(this.shown ?? s) ? '' : this.ahead.html(s);
    const html = status.ended
      ? endedHtml()
      : ahead
        ? ahead + (s.listen && status.ready ? asideHtml(this, s) : '')
        : !s.listen || !(status.ready || this.isOnlooker(s))
          ? waitingHtml(this, s)
          : actsHtml(this, s);
    toggleClass(this.root, 'down', !status.line);
    if (html !== this.html) {
      const focused = this.root.contains(document.activeElement) ? focusedElement() : null;
      const key = focused?.dataset.id;
      this.html = html;
      this.root.innerHTML = html;
      const again = focused && this.root.querySelector(`[data-id="${key}"]:not(:disabled)`);
      if (focused) (again ?? this.root).focus({ preventScroll: true });
      // Do not change a sum that is being typed.
      if (
        key === 'figure' &&
        again &&
        again.dataset.of === focused.dataset.of &&
        again.dataset.seat === focused.dataset.seat
      ) {
        const typed = /** @type {HTMLInputElement} */ (focused);
        const drawn = /** @type {HTMLInputElement} */ (again);
        drawn.value = typed.value;
        drawn.setSelectionRange(typed.selectionStart, typed.selectionEnd);
      }
    }
    for (const b of this.buttons('button:not(.not)')) b.disabled = !status.line || b.dataset.off === '1';
    const figure = this.field('.figure');
    if (figure && figure.value !== figure.defaultValue) this.readAmount(figure);
  }

  /** The buttons that fit a selector. @param {string} css */
  buttons(css) {
    return /** @type {HTMLButtonElement[]} */ ([...this.root.querySelectorAll(css)]);
  }

  /** The field that fits a selector, if it is drawn. @param {string} css */
  field(css) {
    return /** @type {HTMLInputElement | null} */ (this.root.querySelector(css));
  }

  /** Explain above the buttons why one of them is closed. @param {HTMLElement|null} b */
  explain(b) {
    const out = this.root.querySelector('.whynot');
    if (!out) return;
    out.hidden = !b;
    if (b) out.innerHTML = `${esc(b.dataset.why)} ${clauseLink(b.dataset.ref ?? '')}`;
  }

  /** @param {Client.State} s @param {Client.Offer} o @param {boolean} first @param {number} count */
  button(s, o, first, count) {
    const { table } = s;
    const key = gameWord(table, `key.${o.act}`) || '';
    const off = o.disabled;
    const sum = o.unit ? this.amount(o) : o.cost;
    const cards = o.note === 'cards';
    const cost =
      !off && (o.unit || o.cost)
        ? `<span class="c">${cards ? plural('cards.n', sum ?? 0) : `+${formatSum(sum ?? 0)}`}</span>`
        : '';
    const part = Number(gameWord(table, `part.${o.act}`));
    const lost = part
      ? `<span class="c">−${formatSum(
          Object.entries(s.bets).reduce(
            (n, [bet, v]) =>
              n + (isMyBet(s, bet) && (bet === o.seat || bet.startsWith(`${o.seat}+`)) && !bet.includes('/') ? v : 0),
            0,
          ) / part,
        )}</span>`
      : '';
    const more = off
      ? t('no-credit', { need: formatSum(off.need - off.have) })
      : count > 3 && (cost || lost)
        ? ''
        : gameWord(table, `more.${o.act}.${lastActToFollow(s, o.seat)}`) || gameWord(table, `more.${o.act}`);
    const asks = isAsking(s, o.act, o.seat, o.unit ? sum : undefined) ? t('set.ask.short') : '';
    const note = asks || (o.note && !cards ? gameWord(table, `note.${o.note}`) : '');
    const fall = s.listen?.default === o.act && s.listen?.clock ? `<i class="fall">${t('turn.default')}</i>` : '';
    return `<div class="actbox"><button type="button" class="act${first ? ' first' : ''}" data-id="${esc(o.act)}:${esc(o.seat)}" data-act="${esc(o.act)}" data-seat="${esc(o.seat)}" data-key="${esc(key)}"${o.unit ? ' data-sum="1"' : ''}${off ? ' data-off="1"' : ''}>
      ${key ? `<kbd>${esc(key)}</kbd>` : ''}<b>${esc(gameWord(table, `act.${o.act}`) || o.act)}</b><small>${[
        cost || lost,
        fall,
        note
          ? `<strong>${esc(note)}</strong>`
          : more && !(fall && count > 2)
            ? `<span class="${off ? 'why' : 'more'}">${esc(more)}</span>`
            : '',
        `<span class="cl">§ ${esc(formatClause(o.law))}</span>`,
      ]
        .filter(Boolean)
        .join('<u> · </u>')}</small></button>${clauseLink(o.law, 'side')}</div>`;
  }

  /** @param {Client.Offer} o */
  amount(o) {
    return Math.min(
      o.high ?? 0,
      Math.max(
        o.low ?? 0,
        this.amounts[o.act + o.seat] ??
          (o.act === 'value'
            ? this.actions.bets.chipWorth()
            : o.note === 'cards'
              ? Math.round(((o.low ?? 0) + (o.high ?? 0)) / 2)
              : this.maximum(o) < (o.high ?? 0) || this.state.table.felt.turn
                ? (o.low ?? 0)
                : (o.high ?? 0)),
      ),
    );
  }

  /** The highest amount that I can pay. @param {Client.Offer} o */
  maximum(o) {
    const { low = 0, high = 0, unit = 1 } = o;
    if (this.state.table.felt.turn?.includes(o.act)) return high;
    const have = this.state.you?.balance ?? high;
    return o.note === 'cards' || high <= have ? high : Math.max(low, Math.floor(have / unit) * unit);
  }

  /**
   * The field of an amount: a slider with a figure; for a cut the slider is drawn as the pack.
   * @param {Client.Offer} o
   */
  amountField(o) {
    const s = this.state;
    const amount = this.amount(o);
    const cards = o.note === 'cards';
    const seat = `${esc(o.seat)}" data-of="${esc(o.act)}`;
    const name = t(cards ? 'cut.where' : s.table.felt.turn ? 'amount.any' : 'amount');
    if (o.low === o.high) return '';
    const part = (((amount - (o.low ?? 0)) / ((o.high ?? 0) - (o.low ?? 0))) * 100).toFixed(1);
    const range = `<input type="range" class="range" data-id="range" data-seat="${seat}" min="${o.low}" max="${this.maximum(o)}" step="${o.unit}" value="${amount}" aria-label="${name}" aria-valuetext="${
      cards ? plural('cards.n', amount) : formatSum(amount)
    }">`;
    if (cards)
      return `<div class="sum pack" role="group" aria-label="${name}" style="--at:${part}%"><span class="deck" aria-hidden="true"></span>${range}<small><output>${plural('cards.n', amount)}</output> · ${t('cut.range', { low: o.low, high: o.high })}</small></div>`;
    return `<div class="sum" role="group" aria-label="${name}" style="--at:${part}%"><button type="button" class="ghost" data-id="less" data-step="-1" data-seat="${seat}" aria-label="${t('amount.less')}">−</button>
      <label><span class="sr">${name}</span><input class="figure" data-id="figure" inputmode="decimal" autocomplete="off" data-seat="${seat}" value="${formatInput(amount)}"></label>
      <button type="button" class="ghost" data-id="more" data-step="1" data-seat="${seat}" aria-label="${t('amount.more')}">+</button>${range}<small>${
        (o.low ?? 0) > 1
          ? t('amount.range', { low: formatSum(o.low ?? 0), max: formatSum(this.maximum(o)) })
          : t('amount.half', { max: formatSum(o.high ?? 0) })
      }<output class="inall">${esc(this.totalText(o, amount))}</output></small><p class="bad" role="alert" hidden></p></div>`;
  }

  /** The whole cost of a raise, with the call. @param {Client.Offer} o @param {number} sum */
  totalText(o, sum) {
    return this.state.table.felt.turn?.includes(o.act) ? totalCostText(this.state, sum) : '';
  }

  /** The offer of an act with an amount. @param {string} seat @param {string} act */
  amountOffer(seat, act) {
    return myOffers(this.state).find(x => x.unit && x.seat === seat && x.act === act);
  }

  /** By how much plus and minus change an amount. @param {Client.Offer} o */
  stepSize(o) {
    const { step } = this.state.table.felt;
    return step
      ? Math.max(o.unit ?? 0, step)
      : Math.max(o.unit ?? 0, Math.round((o.high ?? 0) / 500) * 100 || Math.round((o.high ?? 0) / 4));
  }

  /**
   * Open the amount of an act at a place, for instance of sitting down. False if it has none.
   * @param {string} act
   * @param {string} seat
   */
  openAmount(act, seat) {
    const hasAmount = offersOf(this.state, act).some(o => o.seat === seat && o.unit);
    if (hasAmount) {
      this.opened = `${act}:${seat}`;
      this.render(this.state, this.status);
      (this.root.querySelector('.figure, .act') ?? this.root).focus({ preventScroll: true });
    }
    return hasAmount;
  }

  /** @param {HTMLInputElement} input */
  readAmount(input) {
    const range = input.type === 'range';
    const o = this.amountOffer(input.dataset.seat ?? '', input.dataset.of ?? '');
    const value = range ? Number(input.value) : parseSum(input.value);
    if (!o) return;
    const good =
      Number.isFinite(value) && value >= (o.low ?? 0) && value <= this.maximum(o) && value % (o.unit ?? 0) === 0;
    const figure = this.field('.sum .figure');
    const go = this.field('[data-sum]');
    figure?.setAttribute('aria-invalid', String(!good));
    if (go) go.disabled = !good || !this.status.line;
    showAmountError(this.root, { offer: o, highest: this.maximum(o) }, value, good);
    if (!good) return;
    this.amounts[o.act + o.seat] = value;
    if (this.allInChosen) {
      this.allInChosen = false;
      this.render(this.state, this.status);
      return;
    }
    const cards = o.note === 'cards';
    const text = cards ? plural('cards.n', value) : formatSum(value);
    const slide = this.field('.sum .range');
    const label = this.root.querySelector('[data-sum] .c');
    if (range && figure) figure.value = formatInput(value);
    if (!range && slide) slide.value = String(value);
    slide?.setAttribute('aria-valuetext', text);
    const box = find(this.root, '.sum');
    const out = box.querySelector('output:not(.inall)');
    if (out) out.textContent = text;
    box.style.setProperty('--at', `${(((value - (o.low ?? 0)) / ((o.high ?? 0) - (o.low ?? 0))) * 100).toFixed(1)}%`);
    const inTurn = this.state.table.felt.turn?.includes(o.act) ? raiseTexts(this.state, o, value) : null;
    if (label) label.textContent = inTurn?.to ?? (cards ? text : `+${text}`);
    const rest = this.root.querySelector('[data-sum] .rest');
    if (rest && inTurn) rest.textContent = inTurn.left;
    const pays = box.querySelector('.inall');
    if (pays) pays.textContent = this.totalText(o, value);
    for (const b of this.root.querySelectorAll('[data-size]'))
      b.setAttribute('aria-pressed', String(Number(b.dataset.size) === value));
  }

  /**
   * Whether I look on at a table with pots or a layout and may sit down: my controls stay usable while events are shown.
   * @param {Client.State} s
   */
  isOnlooker(s) {
    return (
      Boolean(s.table?.felt.turn || s.table?.felt.shape === 'layout') &&
      !s.you?.places.length &&
      offersOf(s, 'sit').length > 0
    );
  }

  /** Change the open amount by one step, from the keyboard. @param {number} by @returns {boolean} */
  step(by) {
    const b = this.root.querySelector(`.turnacts [data-id=${by < 0 ? 'less' : 'more'}]:not(:disabled)`);
    if (b) this.press(/** @type {HTMLButtonElement} */ (b));
    return Boolean(b);
  }

  /** @param {HTMLButtonElement|null} b */
  press(b) {
    if (!b || b.disabled) return;
    const { bets } = this.actions;
    const { id, act, seat, step } = b.dataset;
    if (b.dataset.chip) {
      bets.selectChip(Number(b.dataset.chip));
      return;
    }
    if (step) {
      const o = this.amountOffer(seat ?? '', b.dataset.of ?? '');
      this.allInChosen = false;
      if (!o) return;
      this.amounts[o.act + o.seat] = Math.min(
        this.maximum(o),
        Math.max(o.low ?? 0, this.amount(o) + Number(step) * this.stepSize(o)),
      );
      this.render(this.state, this.status);
      return;
    }
    if (b.dataset.size) {
      const { raise, allIn } = amountOffers(this.state);
      // The second press means it: all in.
      if (b.dataset.size === 'all' && this.allInChosen && allIn) {
        this.actions.act(allIn.act, allIn.seat);
        return;
      }
      this.allInChosen = b.dataset.size === 'all';
      if (raise && !this.allInChosen) this.amounts[raise.act + raise.seat] = Number(b.dataset.size);
      this.render(this.state, this.status);
      return;
    }
    if (id === 'open' || id === 'shut') {
      this.opened = b.dataset.open ?? '';
      this.render(this.state, this.status);
      return;
    }
    if (b.dataset.ahead) {
      this.ahead.press(this.state, b.dataset.ahead);
      this.render(this.state, this.status);
      return;
    }
    if (act) {
      this.opened = '';
      const o = myOffers(this.state).find(x => x.act === act && x.seat === seat);
      if (o) this.actions.act(act, seat ?? '', o.unit ? this.amount(o) : undefined);
      return;
    }
    /** @type {Record<string, () => unknown>} */
    const tools = {
      ready: () => this.actions.ready(),
      replay: () => this.actions.replay(),
      undo: () => bets.undo(),
      clear: () => bets.clear(),
      rebet: () => bets.repeatBets(),
      plan: () => bets.stopPlan(),
      again: () => this.actions.again(),
      credits: () => this.actions.credits(),
    };
    tools[id ?? '']?.();
  }

  /** Handle a key from anywhere on the page; true if it had a meaning. @param {string} key */
  key(key) {
    const b = this.buttons('button[data-key]').find(x => x.dataset.key === key.toUpperCase());
    if (!b || b.disabled) return false;
    this.press(b);
    return true;
  }
}
