// The other views of the side panel: a clause, past coups with their clauses and seals, rules, complaints.

import { narrowScreen } from '../cloths/screens.js';
import { asRefusal, get, newKey, post } from '../core/api.js';
import { fieldOf, find, focusedElement, hit } from '../core/dom.js';
import { fold } from '../core/fold.js';
import { formatTime, gameName, inCurrency, t } from '../core/i18n.js';
import { isBetting } from '../core/offers.js';
import { empty } from '../core/state.js';
import { clauseLink, esc } from '../core/text.js';
import { setHtml } from '../core/update.js';
import { eventItems } from '../record/narration.js';

/** Loaded when somebody opens one of them. */
const sheets = () => import('./sheets.js');
const lists = () => import('../lobby/waiting_lists.js');
const pastSheets = () => import('./past_sheet.js');

/** The words of the titles by view. @type {Record<string, string>} */
const TITLES = {
  law: 'law',
  coups: 'coups',
  coup: 'coups',
  rules: 'rules',
  complaint: 'complaint',
  change: 'change',
  ended: 'ended',
  place: 'place',
  pays: 'rules',
  past: 'past',
  slip: 'betslip',
};

/**
 * What the drawer asks of the page: the table, the record, the sheets of a place and of prizes; `shown` is called when
 * another view is open.
 * @typedef {object} Actions
 * @property {() => Client.Table} table
 * @property {() => Client.State} state
 * @property {() => void} shown
 * @property {(place: string) => [title: string, html: string]} place
 * @property {() => [title: string, html: string]} pays
 * @property {import('./slip.js').Slip} slip
 * @typedef {any} Arg any: each view has an argument of its own, or none
 * @typedef {[title: string, html: string]} Sheet
 */

export class Drawer {
  /**
   * @param {HTMLElement} root
   * @param {import('./panel.js').Panel} panel
   * @param {Actions} actions
   */
  constructor(root, panel, actions) {
    this.root = root;
    this.panel = panel;
    this.actions = actions;
    /** The views that are open, the one on top last. @type {[view: string, arg: Arg][]} */
    this.trail = [];
    /** What had the focus before. @type {HTMLElement | null} */
    this.opener = null;
    /** @type {Client.CoupView | null} */
    this.coup = null;
    /** @type {Client.Opening | null | undefined} */
    this.opening = null;
    /** Whether the table took bets when the sheet of a place was last drawn. */
    this.tookBets = false;
    /** @type {Record<string, (arg: Arg) => Promise<Sheet>>} */
    this.views = {
      law: async ref => (await sheets()).lawSheet(this.actions, ref),
      coups: async () => (await sheets()).coupsSheet(this.actions),
      coup: id => this.coupSheet(id),
      rules: async () => (await sheets()).rulesSheet(this.actions),
      complaint: async about => (await sheets()).complaintSheet(this.actions, about),
      change: () => this.changeSheet(),
      ended: end => this.endedSheet(end),
      place: async place => actions.place(place),
      pays: async () => actions.pays(),
      past: async () => (await pastSheets()).pastSheet(this.actions),
      slip: () => actions.slip.open(),
    };
    root.addEventListener('click', e => {
      const b = hit(e, '[data-back], [data-coup], [data-check], [data-about], [data-list], [data-view]');
      if (!b || panel.view === 'home') return;
      if (b.dataset.view) this.open(b.dataset.view);
      else if (b.dataset.back !== undefined) this.back();
      else if (b.dataset.coup) this.open('coup', b.dataset.coup);
      else if (b.dataset.check) this.check();
      else if (b.dataset.list) this.ask(b);
      else if (b.dataset.about) this.open('complaint', b.dataset.about);
    });
    document.addEventListener('click', e => {
      const sheet = hit(e, '[data-sheet]')?.dataset.sheet;
      if (sheet) this.open(sheet);
    });
    root.addEventListener('submit', e => {
      if (fieldOf(e).matches('form')) {
        e.preventDefault();
        this.send(/** @type {HTMLFormElement} */ (e.target));
      }
    });
    root.addEventListener('keydown', e => {
      if (e.key === 'Escape' && panel.view !== 'home') {
        e.stopPropagation();
        this.back();
      }
    });
  }

  /** @param {string} view @param {Arg} [arg] */
  async open(view, arg) {
    if (view === 'home') {
      this.home();
      return;
    }
    if (view === 'place' && this.trail.length) this.trail = this.trail.filter(([v]) => v !== 'place');
    if (!this.trail.length) this.opener = focusedElement();
    this.trail.push([view, arg]);
    await this.draw();
  }

  /** Redraw the sheet of a place; where it covers the table it closes when the betting does. */
  refreshPlace() {
    const takesBets = isBetting(this.actions.state());
    const isOver = this.tookBets && !takesBets;
    this.tookBets = takesBets;
    if (!isOver || this.panel.view !== 'place' || !narrowScreen.matches) {
      this.refresh('place');
      return;
    }
    const hadFocus = this.root.contains(document.activeElement);
    this.home();
    if (hadFocus && this.opener?.isConnected) this.opener.focus({ preventScroll: true });
  }

  /** Redraw an open view of a place, of prizes or of my bets, and keep the focus. @param {'place' | 'pays' | 'slip'} view */
  refresh(view) {
    const [top, arg] = this.trail[this.trail.length - 1] ?? [];
    if (top !== view || this.panel.view !== view) return;
    const body = this.root.querySelector('.body');
    const [title, html] =
      view === 'place' ? this.actions.place(arg) : view === 'slip' ? this.actions.slip.sheet() : this.actions.pays();
    if (!body || body._html === html) return;
    const focused = body.contains(document.activeElement) ? focusedElement() : null;
    if (focused?.matches('input')) return; // a name that is being typed
    const key = focused && ['lay', 'clear', 'sit', 'leave', 'take', 'forget', 'laysaved'].find(k => focused.dataset[k]);
    setHtml(body, html);
    find(this.root, 'h2').textContent = title;
    if (key) (body.querySelector(`[data-${key}="${focused.dataset[key]}"]`) ?? body).focus({ preventScroll: true });
  }

  /**
   * The other tables of the waiting list, and the house's answer to a request.
   * @returns {Promise<Sheet>}
   */
  async changeSheet() {
    const { changePanel, fetchLists } = await lists();
    const x = (await fetchLists()).find(y => y.id === this.actions.table().list);
    return [t('change.title'), x ? changePanel(x) : `<p class="none">${t('change.table.why')}</p>`];
  }

  /** Send what a button asks of the waiting list. @param {HTMLElement} button */
  async ask(button) {
    await (await lists()).sendListAct(button);
    if (this.trail.length) await this.draw();
  }

  back() {
    this.trail.pop();
    if (this.trail.length) return this.draw();
    this.home();
    if (this.opener?.isConnected) this.opener.focus();
    return null;
  }

  home() {
    this.trail = [];
    this.panel.home();
    this.actions.shown();
  }

  /** Draw the view on top again, for instance in another language. */
  async draw() {
    const [view, arg] = this.trail[this.trail.length - 1] ?? [];
    if (!view) return;
    this.panel.view = view;
    this.root.className = `panel view v-${view}`;
    this.showFrame(t(`${TITLES[view]}.title`), `<p class="none">${t('loading')}</p>`);
    this.actions.shown();
    try {
      const [title, html] = await this.views[view](arg);
      if (this.trail[this.trail.length - 1]?.[1] === arg && this.panel.view === view) this.showFrame(title, html);
    } catch (thrown) {
      const problem = asRefusal(thrown);
      this.showFrame(t('law.title'), `<p class="none">${esc(t('failed', { why: problem.message }))}</p>`);
    }
  }

  /** @param {string} title @param {string} html */
  showFrame(title, html) {
    const keep = this.root.contains(document.activeElement) || document.activeElement === document.body;
    this.root.innerHTML = `<header><button type="button" class="ghost" data-back>‹ ${t('back')}</button><h2 tabindex="-1">${esc(title)}</h2></header><div class="body" tabindex="0">${html}</div>`;
    if (keep || this.trail.length) find(this.root, 'h2').focus({ preventScroll: true });
  }

  /** @param {string} id @returns {Promise<Sheet>} */
  async coupSheet(id) {
    const coup = /** @type {Client.CoupView} */ (await get(`/api/coups/${encodeURIComponent(id)}`));
    this.coup = coup;
    const thisTable = this.actions.table();
    /** @param {string} table_id */
    const base = table_id => String(table_id).split('~')[0];
    const table =
      base(coup.table) === base(thisTable.id)
        ? thisTable
        : await get(`/api/tables/${encodeURIComponent(base(coup.table))}`).catch(() => thisTable);
    const opened = coup.opening ?? coup.events.find(e => e.step === 'open')?.opening;
    this.opening = opened;
    return [
      t('coup.n', { n: coup.no }),
      `<p class="ref">${esc(
        [table.name, gameName(table), formatTime(coup.began)].filter(Boolean).join(' · '),
      )}</p><ol class="story">${inCurrency(table.currency, () =>
        eventItems(table, coup.events.reduce(fold, empty()).steps),
      )}</ol>
      ${coup.seal ? `<h3>${t('seal')}</h3><p><code>${esc(coup.seal)}</code></p>` : ''}${
        opened
          ? `<button type="button" class="ghost" data-check="1">${t('check')}</button><p class="checked" role="status"></p>`
          : coup.seal
            ? `<p class="small">${
                table.unopened ? `${t('check.never')} ${clauseLink(table.unopened)}` : t('check.later')
              }</p>`
            : ''
      }${
        table.history
          ? `<p><a class="ghost" href="/api/coups/${encodeURIComponent(id)}/history" download="${esc(id)}.phh">${t('coup.history')}</a></p>`
          : ''
      }<p><button type="button" class="ghost" data-about="${esc(id)}:${coup.no}">${t('complain.coup')}</button> <a class="ghost" href="receipt.html?coup=${encodeURIComponent(id)}">${t('receipt.title')}</a></p>`,
    ];
  }

  /** Compute the seal of the opened order, and find this coup's cards in it. */
  async check() {
    const out = find(this.root, '.checked');
    const { coup, opening } = this;
    if (!coup || !opening) return;
    const sealed = { nonce: opening.nonce ?? '', order: opening.order ?? '' };
    const { checkSeal, findCoupInOrder } = await import('../core/seal.js');
    const check = await checkSeal(sealed, coup.seal).catch(() => null);
    if (!check) {
      out.textContent = t('check.secure');
      out.scrollIntoView({ block: 'nearest' });
      return;
    }
    const position = findCoupInOrder(sealed.order, coup.events);
    out.className = `checked ${check.good ? 'up' : 'down'}`;
    out.textContent = `${check.good ? t('check.good') : t('check.bad', { hash: check.hash })} ${
      !position.cards
        ? ''
        : position.from
          ? t('check.cards', { n: position.cards, from: position.from, to: position.from + position.cards - 1 })
          : t('check.nocards')
    }`;
    out.scrollIntoView({ block: 'nearest' });
  }

  /** @param {HTMLFormElement} form */
  async send(form) {
    const text = /** @type {HTMLTextAreaElement} */ (form.elements.namedItem('text')).value.trim();
    const out = find(form, '[role=status]');
    if (!text) return;
    try {
      // Sent again after an answer that was lost, the same text keeps its key and is stored once.
      if (form.dataset.said !== text) Object.assign(form.dataset, { said: text, key: newKey() });
      await post('/api/complaints', {
        table: this.actions.table().id,
        text,
        key: form.dataset.key,
        ...(form.dataset.aboutCoup ? { coup: form.dataset.aboutCoup } : {}),
      });
      delete form.dataset.said;
      if (this.panel.view === 'complaint') {
        await this.draw();
        find(this.root, 'form [role=status]').textContent = t('complaint.sent');
      } else {
        form.reset();
        out.textContent = t('complaint.sent');
      }
    } catch (thrown) {
      const problem = asRefusal(thrown);
      out.textContent = t('failed', { why: problem.message });
    }
  }

  /** @param {{facts: House.Open, law: string}} end @returns {Promise<Sheet>} */
  async endedSheet({ facts, law }) {
    return [t('ended.title'), this.panel.summary(facts, law)];
  }
}
