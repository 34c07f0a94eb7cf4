// The side panel: session, steps, the previous coup. Other views (review, rules, a clause, complaints) take its place.

import { find, hit } from '../core/dom.js';
import {
  formatClause,
  formatDuration,
  formatFullSum,
  formatNet,
  formatTime,
  gameWord,
  joinList,
  joinWithColon,
  lang,
  netClass,
  plural,
  t,
  voidCause,
} from '../core/i18n.js';
import { machineStory } from '../core/machine_story.js';
import { barredActs } from '../core/offers.js';
import { isMyBet } from '../core/state.js';
import { clauseLink, esc, inForceNote } from '../core/text.js';
import { afterFrame, setHtml } from '../core/update.js';
import { handName, whyBarred } from '../record/names.js';
import { eventItemList, houseClause } from '../record/narration.js';
import { billHtml } from './result_bill.js';
import { cashRows, isOnHand, layoutPrevious, machinePrevious, potPrevious } from './previous.js';

export class Panel {
  /**
   * @param {HTMLElement} root
   * @param {{open: (view: string, arg?: string) => void, end: () => void, leave: (place: string) => void}} actions
   */
  constructor(root, actions) {
    this.root = root;
    this.actions = actions;
    this.view = 'home';
    /** @type {Record<string, HTMLElement>} */
    this.parts = {};
    /** What is shown, and the record. @type {Client.State | null} */
    this.state = null;
    /** @type {Client.State | null} */
    this.live = null;
    /** The round whose result is being told. @type {Client.State | null} */
    this.told = null;
    /** @type {string[]} */
    this.lines = [];
    this.drawSoon = afterFrame(() => this.draw());
    root.addEventListener('click', e => {
      const b = hit(e, 'button[data-go]');
      if (!b) return;
      const [go, arg] = (b.dataset.go ?? '').split(':');
      if (go === 'end') actions.end();
      else if (go === 'leave') actions.leave(arg);
      else actions.open(go, arg);
    });
    setInterval(() => this.tick(), 1000);
    this.home();
  }

  home() {
    this.view = 'home';
    this.root.className = 'panel home';
    this.root.innerHTML = `<p class="past" hidden></p><section class="purse" aria-labelledby="h-session"><h2 id="h-session"></h2><p class="net"><b></b><span class="span"></span></p><dl class="kv"></dl></section>
      <section class="steps" aria-labelledby="h-steps"><h2 id="h-steps"></h2><ol tabindex="0" aria-labelledby="h-steps"></ol><details class="seal"><summary></summary><p></p></details></section>
      <section class="prev" aria-labelledby="h-prev"><h2 id="h-prev"></h2><div></div></section>
      <section class="links"></section>`;
    /** @param {string} q */
    const $ = q => /** @type {HTMLElement} */ (this.root.querySelector(q)); // null for a part that this table has not
    this.parts = {
      purse: $('.purse'),
      past: $('.past'),
      kv: $('.kv'),
      net: $('.net b'),
      span: $('.span'),
      steps: $('.steps ol'),
      seal: $('.seal'),
      prev: $('.prev div'),
      links: $('.links'),
    };
    this.lines = [];
    this.draw();
  }

  /** @param {string} name @param {string} html */
  setPart(name, html) {
    setHtml(this.parts[name], html);
  }

  /** Update the steps, newest first: only new ones are added, the others stay. @param {string[]} lines */
  updateSteps(lines) {
    const {
      lines: old,
      parts: { steps },
    } = this;
    let same = 0;
    while (same < Math.min(old.length, lines.length) && old[old.length - 1 - same] === lines[lines.length - 1 - same])
      same += 1;
    for (let removed = old.length - same; removed; removed -= 1) steps.firstElementChild?.remove();
    steps.insertAdjacentHTML('afterbegin', lines.slice(0, lines.length - same).join(''));
    this.lines = lines;
  }

  /**
   * Show another state: after the frame that shows the table.
   * @param {Client.State} s what is shown
   * @param {Client.State} live the record
   * @param {Client.State | null} told the round whose result is being told
   */
  render(s, live, told = null) {
    this.state = s;
    this.live = live;
    this.told = told;
    this.drawSoon();
  }

  /** Draw the session, the steps and the previous round. */
  draw() {
    const { state: s, live, told } = this;
    if (this.view !== 'home' || !s?.table || !live) return;
    /** @param {string} id @param {string} key */
    const h = (id, key) => {
      const e = find(this.root, id);
      if (e.textContent !== t(key)) e.textContent = t(key);
    };
    h('#h-session', 'session');
    h('#h-steps', told ? 'bill' : 'steps');
    h('#h-prev', 'previous');
    const you = s.you;
    const session = you?.session;
    const play = Object.entries(s.bets)
      .filter(([b]) => isMyBet(s, b))
      .reduce((n, [, v]) => n + v, 0);
    this.parts.net.className = netClass(session?.net ?? 0);
    this.setPart('net', formatNet(session?.net ?? 0) || formatFullSum(0));
    const past = inForceNote(s.table);
    this.parts.past.hidden = !past;
    this.setPart('past', esc(past));
    /** @param {string} key @param {string} value */
    const row = (key, value) => `<dt>${t(key)}</dt><dd>${value}</dd>`;
    this.setPart(
      'kv',
      row('coups', String(session?.coups ?? 0)) +
        row('staked', formatFullSum(session?.staked ?? 0)) +
        row('won', formatFullSum(session?.won ?? 0)) +
        cashRows(session, row) +
        row(session?.brought || s.bets['1/credit'] ? 'lies' : 'in-play', formatFullSum(play)),
    );
    // Between two games of a machine the last one stays.
    const showsPrevious =
      s.table.felt.shape === 'cabinet' &&
      !machineStory().showsBet(s) &&
      !s.steps.some(e => e.answer) &&
      s.previous?.steps?.length;
    const list = eventItemList(s.table, showsPrevious ? (s.previous?.steps ?? []) : s.steps, true);
    this.parts.steps.classList.toggle('bill', Boolean(told));
    this.updateSteps(told ? billHtml(told) : list.length ? list : [`<li class="none">${t('steps.none')}</li>`]);
    const seal = s.seal || s.shown?.seal || '';
    this.parts.seal.hidden = seal.length < 20; // a shoe shuffled by hand has no seal to open
    const thrown = s.table.felt.shape === 'layout' && !s.table.felt.cards;
    setHtml(
      find(this.parts.seal, 'summary'),
      `${t(thrown ? 'seal.throw' : 'seal')} <code>${esc(seal.slice(0, 6))}…${esc(seal.slice(-4))}</code>${
        thrown ? '' : `<span>${plural('seal.drawn', s.cardsDealt)}</span>`
      }`,
    );
    setHtml(
      find(this.parts.seal, 'p'),
      `${t(thrown ? 'seal.throw.what' : 'seal.what')}<br><code>${esc(seal)}</code> ${clauseLink('ir/17')}`,
    );
    this.setPart('prev', this.previousHtml(s));
    const places = live?.you?.places ?? [];
    const leave = (live?.listen?.offers ?? []).filter(
      o =>
        o.act === 'leave' && places.includes(o.seat) && !live.table.individual && live.table.felt.shape !== 'cabinet',
    );
    /** @param {string} go @param {string} label */
    const b = (go, label, why = '') =>
      `<button type="button" class="ghost" data-go="${go}"${why ? ` title="${esc(why)}"` : ''}>${label}</button>`;
    const notes = [leave.length ? t('leave.place.why') : '', session ? t('end.why') : ''].filter(Boolean).join(' ');
    const adviceLaw = places.length ? houseClause(s.table, 'advice') : ''; // seated players may not be advised
    this.setPart(
      'links',
      `${b('coups', t('review'))}${s.table.felt.shape === 'layout' ? b('past', t('past.title')) + b('slip', t('betslip.title')) : ''}${b('rules', t('rules'))}${b('complaint', t('complain'))}${
        s.table.odds && !adviceLaw
          ? `<a class="ghost" href="odds.html?table=${encodeURIComponent(s.table.id)}" title="${esc(t('odds.why'))}">${t('odds.page')}</a>`
          : ''
      }${(live && !live.table.individual
        ? barredActs(live).filter(o => o.act === 'leave' && places.includes(o.seat))
        : []
      )
        .map(
          o =>
            `<button type="button" class="ghost" disabled title="${esc(
              `${whyBarred(s.table, o)} § ${formatClause(o.law)}`,
            )}">${esc(t('leave.place', { n: o.seat }))}</button>`,
        )
        .join(
          '',
        )}${live?.table.list && places.length ? b('change', esc(t('change.table')), t('change.table.why')) : ''}${leave
        .map(o => b(`leave:${o.seat}`, esc(t('leave.place', { n: o.seat })), t('leave.place.why')))
        .join('')}${session ? b('end', t('end'), t('end.why')) : ''}${
        adviceLaw && s.table.odds ? `<p class="demo">${esc(t('odds.seated'))} ${clauseLink(adviceLaw)}</p>` : ''
      }${notes ? `<p class="demo ways">${esc(notes)}</p>` : ''}${
        s.table.demo
          ? `<p class="demo">${t('demo')} ${clauseLink(houseClause(s.table, 'demo'))} ${clauseLink(
              houseClause(s.table, 'demo-prize', 'demo'),
            )}</p>`
          : ''
      }`,
    );
    this.tick();
  }

  /** My previous coup: the result of each hand, its net sum, its clause. @param {Client.State} s */
  previousHtml(s) {
    const b = s.previous;
    if (b && s.table.felt.shape === 'layout') return layoutPrevious(s, b);
    if (!b) return `<p class="none">${t('previous.none')}</p>`;
    if (s.table.felt.ring) return potPrevious(s, b);
    if (s.table.felt.shape === 'cabinet') return machinePrevious(b);
    const rows = Object.values(b.results)
      .sort((x, y) => x.hand.localeCompare(y.hand, 'en', { numeric: true }))
      .filter(
        r => r.hand !== 'bank' && Object.entries(b.settlements).some(([bet, f]) => f.yours && isOnHand(bet, r.hand)),
      )
      .map(r => {
        const f = Object.entries(b.settlements)
          .filter(([bet, x]) => x.yours && isOnHand(bet, r.hand))
          .reduce((a, [, x]) => ({ pay: a.pay + x.pay, collect: a.collect + x.collect }), { pay: 0, collect: 0 });
        const net = f.pay - f.collect;
        const facts = r.facts ?? {};
        const score =
          facts.bank !== undefined ? t('result.against', { a: facts.total, b: facts.bank }) : (facts.total ?? '');
        return `<p class="paid"><span>${esc(
          joinWithColon(
            handName(s.table, r.hand, t('you').toLocaleLowerCase(lang())),
            joinList([gameWord(s.table, `result.${r.result}`), score]),
          ),
        )}</span><b class="${netClass(net)}">${net ? formatNet(net, true) : '='}</b>${clauseLink(r.law)}</p>`;
      })
      .join('');
    const total = rows
      ? `<p class="paid net"><span>${t('previous.net')}</span><b class="${netClass(b.net)}">${b.net ? formatNet(b.net) : '='}</b></p>`
      : '';
    return (
      total + rows + (b.void ? `<p class="none">${esc(t('tell.void', { cause: voidCause(s.table, b.void) }))}</p>` : '')
    );
  }

  tick() {
    const from = this.state?.you?.session?.started;
    if (this.view === 'home' && from)
      this.parts.span.textContent = formatDuration(Math.max(0, Date.now() / 1000 - from));
  }

  /** The summary of a session that has ended (33). @param {House.Open} f @param {string} law */
  summary(f, law) {
    /** @param {string} key @param {string} value */
    const row = (key, value) => `<dt>${t(key)}</dt><dd>${value}</dd>`;
    return `<div class="ended"><p class="net"><b class="${netClass(f.net)}">${formatNet(f.net ?? 0) || formatFullSum(0)}</b></p><dl class="kv">${row('coups', f.coups ?? 0)}${row('staked', formatFullSum(f.staked ?? 0))}${row('won', formatFullSum(f.won ?? 0))}${cashRows(f, row)}${row(
      'time',
      formatDuration((f.ended ?? 0) - (f.started ?? 0)),
    )}</dl>
      <p class="none">${
        f.started ? esc(t('ended.from', { from: formatTime(f.started), to: formatTime(f.ended) })) : ''
      } ${esc(
        t(['idle', 'player', 'table-removed'].includes(f.reason) ? `ended.why.${f.reason}` : 'ended.why.other'),
      )} ${clauseLink(law)}</p></div>`;
  }
}
