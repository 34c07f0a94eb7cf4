// What I may do now and nothing else: chips while bets are open, one button for each decision that the rule offers.

import { barred, betting, deed, elsewhere, handsOf, mine, offers, offersOf, own, period, placeOf, shut } from '../core/store.js';
import { cash, many, plain, short, t, topic, typed, word } from '../core/i18n.js';
import { forbids, who } from '../record/narration.js';
import { esc, tag } from '../core/text.js';
import { closed, inAll, stakes, struck, turnBar } from './turn_bar.js';

const { w: listWord } = topic('list');

const HANDLED = new Set(['sit', 'bet', 'clear', 'leave']);
/** Whether another part of the page has this act: who has no place leaves the table itself. */
const handled = (s, o) => HANDLED.has(o.act) && !(o.act === 'leave' && o.seat === s.table.felt.away);

export class Controls {
  /**
   * @param {HTMLElement} root
   * @param {{bets: import('./bets.js').Bets, act: (act: string, seat: string, amount?: number) => void, credits: () => void, again: () => void, law: (ref: string) => void}} to
   */
  constructor(root, to) {
    Object.assign(this, { root, to, amounts: {}, html: '', busy: false });
    root.addEventListener('click', e => {
      const b = e.target.closest('button');
      if (e.detail && b && (b.dataset.chip || b.dataset.id === 'undo')) b.blur();   // after a pointer's click Enter deals
      if (b?.classList.contains('not')) { this.tell(b); if (e.pointerType !== 'touch') this.to.law(b.dataset.ref); } else this.press(b);
    });
    root.addEventListener('input', e => { if (e.target.matches('.sum input')) this.typed(e.target); });
    root.addEventListener('keydown', e => { if (e.key === 'Enter' && e.target.matches('.sum input')) { e.preventDefault(); this.root.querySelector('[data-sum]:not(:disabled)')?.click(); } });
    root.addEventListener('focusin', e => this.tell(e.target.closest('.not')));
    root.addEventListener('focusout', e => { if (e.target.closest('.not')) this.tell(null); });
    root.addEventListener('pointerover', e => { const b = e.target.closest('.not'); if (b || !root.contains(document.activeElement)) this.tell(b); });
    root.addEventListener('pointerleave', () => this.tell(null));
  }

  /** @param {import('../core/store.js').State} s the record @param {{ready: boolean, line: boolean, ended: boolean}} how */
  render(s, how) {
    this.state = s;
    this.how = how;
    const html = how.ended ? this.ended() : !s.listen || !(how.ready || this.watches(s)) ? '<div class="acts quiet"></div>' : this.offered(s);
    cls(this.root, 'down', !how.line);
    if (html !== this.html) {
      const held = this.root.contains(document.activeElement) ? document.activeElement : null, key = held?.dataset.id;
      this.html = html;
      this.root.innerHTML = html;
      const again = held && this.root.querySelector(`[data-id="${key}"]:not(:disabled)`);
      if (held) (again ?? this.root).focus({ preventScroll: true });
      // A sum that is being typed is not the page's to change.
      if (key === 'figure' && again && again.dataset.of === held.dataset.of && again.dataset.seat === held.dataset.seat) { again.value = held.value; again.setSelectionRange(held.selectionStart, held.selectionEnd); }
    }
    for (const b of this.root.querySelectorAll('button:not(.not)')) b.disabled = !how.line || b.dataset.off === '1';
    const figure = this.root.querySelector('.figure');
    if (figure && figure.value !== figure.defaultValue) this.typed(figure);
  }

  ended() {
    return `<div class="acts"><button type="button" class="act first plain" data-id="again"><b>${t('ended.again')}</b></button><a class="ghost" href="./">${t('to-lobby')}</a></div>`;
  }

  offered(s) {
    if (shut(s)) return this.closed(s);
    const bets = betting(s) && offersOf(s, 'bet').length ? this.chips(s) : '';
    const aside = this.to.bets.tools ?? [], acts = offers(s).filter(o => !handled(s, o) && !aside.includes(o.act));
    if (this.to.bets.tools) return this.onCloth(s, bets, acts);
    const { aside: minor = [], turn = [] } = s.table.felt, bar = turn.length ? turnBar(this, s) : '';   // a new question closes what was opened before it
    const [act, at] = (this.opened ?? '').split(':'), opened = act && offersOf(s, act).find(o => o.unit && (!at || o.seat === at));
    const shutting = `<button type="button" class="ghost tool" data-id="shut">${t('close')}</button>`;
    if (opened) return `<div class="acts n2 with-sum">${at ? `<span class="for">${esc(who(s.table, opened.seat))}</span>` : ''}${this.sum(opened)}${this.button(s, opened, true, 2)}${shutting}</div>`;
    if (at === '*' && offersOf(s, act).length) return `<div class="acts picks">${this.picks(s, offersOf(s, act))}${shutting}</div>`;
    if (this.opened === '*' && (acts.some(o => minor.includes(o.act)) || this.forbidden(s).length)) return `<div class="acts picks">${this.aside(s, acts.filter(o => minor.includes(o.act)), true)}${shutting}</div>`;
    if (bar) return `${bar}<div class="nots" role="group" aria-label="${t('not-open')}">${closed(s).map(d => struck(s.table, d)).join('')}${this.aside(s, acts.filter(o => minor.includes(o.act)))}<p class="whynot" hidden></p></div>`;
    // Where several places are asked at once, one after the other is answered.
    const mains = acts.filter(o => !minor.includes(o.act)), seat = mains[0]?.seat, mine = mains.filter(o => o.seat === seat);
    mine.sort((a, b) => Number(b.act === s.listen.default) - Number(a.act === s.listen.default));
    const many = new Set(mains.map(o => o.seat)).size > 1, decides = period(s) === 'decision';
    const sum = mine.find(o => o.unit), stepper = sum ? this.sum(sum) : '';
    const buttons = mine.map((o, i) => this.button(s, o, i === 0, mine.length)).join('');
    if (turn.length && !mains.length && !bets && !shut(s)) { const seat = this.seatless(s); if (seat) return seat + (acts.length ? `<div class="nots">${this.aside(s, acts.filter(o => minor.includes(o.act)))}</div>` : ''); }
    if (turn.length && !mains.length && !bets) return `<div class="acts quiet">${this.aside(s, acts.filter(o => minor.includes(o.act)), true)}</div>`;   // nothing is asked: wishes are one press away
    const side = (bets ? this.betTools(s) : '') + this.aside(s, acts.filter(o => minor.includes(o.act))), without = mine.length && decides ? this.without(s, mine) : '';
    return `${bets}<div class="acts n${mine.length}${stepper ? ' with-sum' : ''}">${many ? `<span class="for">${esc(who(s.table, seat))}</span>` : ''}${stepper}${side}${buttons}</div>${without}`;
  }

  /** A cloth with spots: what is done with all bets stands among the tools, what has a sum or a choice opens when it is asked for. */
  onCloth(s, chips, acts) {
    const one = [...new Map(acts.map(o => [o.act, o])).values()], several = act => acts.filter(o => o.act === act).length > 1;
    const shut = `<button type="button" class="ghost tool" data-id="shut">${t('close')}</button>`, opened = this.opened && offersOf(s, this.opened);
    if (opened?.length === 1) return `<div class="acts n2 with-sum">${this.sum(opened[0])}${this.button(s, opened[0], true, 2)}${shut}</div>`;
    if (opened?.length) return `<div class="acts picks">${this.picks(s, opened)}${shut}</div>`;
    const picks = one.filter(o => several(o.act)), mains = one.filter(o => !several(o.act));
    mains.sort((a, b) => Number(b.act === s.listen.default) - Number(a.act === s.listen.default));
    const tools = chips ? this.betTools(s, picks) : '', asked = chips ? '' : picks.map(o => this.picks(s, acts.filter(x => x.act === o.act))).join('');
    return `${chips}<div class="acts n${mains.length}${asked ? ' picks' : ''}">${asked}${tools}${mains.map((o, i) => this.button(s, o, i === 0 && !asked, mains.length)).join('')}</div>`;
  }

  /** What is rarely done, behind one small button; what takes a sum opens when it is asked for. */
  aside(s, all, open = false) {
    if ((all.length || this.forbidden(s).length) && !open) return `<div class="tools"><button type="button" class="ghost tool" data-id="open" data-open="*">${t('more-acts')}</button></div>`;
    const several = act => all.filter(o => o.act === act).length > 1;
    const one = o => `<button type="button" class="ghost tool" ${several(o.act) ? `data-id="open" data-open="${esc(o.act)}:*"` : o.unit && o.low < o.high ? `data-id="open" data-open="${esc(o.act)}:${esc(o.seat)}"` : `data-id="${esc(o.act)}:${esc(o.seat)}" data-act="${esc(o.act)}" data-seat="${esc(o.seat)}"`} title="${esc([word(s.table, `more.${o.act}`), `§ ${short(o.law)}`].filter(Boolean).join(' '))}"${o.disabled ? ' data-off="1"' : ''}>${esc(word(s.table, `act.${o.act}`) || o.act)}<span class="cl">§ ${esc(short(o.law))}</span></button>`;
    const no = this.forbidden(s).map(d => struck(s.table, d)).join('');
    return all.length || no ? `<div class="tools">${[...new Map(all.map(o => [o.act, o])).values()].map(one).join('')}${no}</div>${no && open ? '<p class="whynot" hidden></p>' : ''}` : '';
  }

  /** What is rarely done and a clause forbids me now; of what it opens to nobody that which the game shows as such. */
  forbidden(s) {
    const { aside: minor = [] } = s.table.felt, may = new Set(offers(s).map(o => o.act)), shut = barred(s).filter(o => minor.includes(o.act) && (o.note !== 'full' || s.table.felt.refused_to_all?.includes(o.act)) && !handled(s, o) && !may.has(o.act));
    return [...new Map(shut.map(o => [o.act, { ...o, why: forbids(s.table, o) }])).values()];
  }

  /** One of several: two of the dice. */
  picks(s, all) {
    return `<span class="for">${esc(word(s.table, `act.${all[0].act}`) || all[0].act)} ${tag(all[0].law)}</span>${all.map(o => `<button type="button" class="ghost tool" data-id="${esc(o.act)}:${esc(o.seat)}" data-act="${esc(o.act)}" data-seat="${esc(o.seat)}">${esc(word(s.table, o.seat) || o.seat)}</button>`).join('')}`;
  }

  /** The usual decisions that are not open now: each says why, and under which clause, when it is pointed at, held or focused. */
  without(s, mine) {
    const { seat } = mine[0], has = new Set(mine.map(o => o.act)), not = (s.table.felt.decisions ?? []).filter(d => !has.has(d.act));
    return not.length ? `<div class="nots" role="group" aria-label="${t('not-open')}">${not.map(d => {
      // What was asked before, once and for all, was decided then: by me, or by the clock.
      const before = s.passed[d.act]?.[seat] ?? s.passed[d.act]?.[placeOf(seat)], does = before && (word(s.table, `does.${before.does}`) || before.does), no = barred(s).find(o => o.act === d.act && o.seat === seat);
      const why = no ? forbids(s.table, no) : before ? t(before.late ? 'passed.late' : 'passed', { does }) : word(s.table, `missing.${d.act}`) || word(s.table, `not.${d.act}`), name = word(s.table, `act.${d.act}`) || d.act, ref = no?.law || before?.law || d.law;
      return `<button type="button" class="not" data-id="not:${esc(d.act)}" data-why="${esc(why)}" data-ref="${esc(ref)}" aria-disabled="true" aria-label="${esc(`${name}: ${t('not-open')}. ${why} § ${short(ref)}`)}"><s>${esc(name)}</s><span>§ ${esc(short(ref))}</span></button>`;
    }).join('')}<p class="whynot" hidden></p></div>` : '';
  }

  /** Say, above the buttons, why one of them is not open. @param {HTMLElement|null} b */
  tell(b) {
    const out = this.root.querySelector('.whynot');
    if (!out) return;
    out.hidden = !b;
    if (b) out.innerHTML = `${esc(b.dataset.why)} ${tag(b.dataset.ref)}`;
  }

  /** A closed table: a bet that lies there may be taken back, or dealt where that is offered; the place may be left. */
  closed(s) {
    const lies = Object.keys(s.bets).some(b => own(s, b)), deal = lies ? offersOf(s, 'deal')[0] : null;
    const tools = lies && offersOf(s, 'clear').length ? `<button type="button" class="ghost tool" data-id="clear" data-key="${letter(s, 'clear')}"><kbd>${letter(s, 'clear')}</kbd>${t('clear')}</button>` : '';
    const leave = s.table.individual ? [] : offersOf(s, 'leave').filter(o => mine(s, o.seat));
    const away = leave.map(o => `<button type="button" class="ghost tool" data-id="leave:${esc(o.seat)}" data-act="leave" data-seat="${esc(o.seat)}">${esc(t('leave.place', { n: o.seat }))}</button>`).join('');
    return `<div class="acts n1">${tools || away ? `<div class="tools">${tools}${away}</div>` : ''}${deal ? this.button(s, deal, true, 1) : ''}</div>`;
  }

  chips(s) {
    const { bets } = this.to, hand = bets.inHand(), off = offersOf(s, 'bet').every(o => o.disabled), target = bets.target();
    return `<div class="chips" role="group" aria-label="${t('chips')}${target ? `, ${esc(who(s.table, target))}` : ''}">${bets.chips().map((v, i) =>
      `<button type="button" class="chipb${v === hand ? ' held' : ''}" data-id="chip${v}" data-chip="${v}" data-key="${i + 1}" aria-pressed="${v === hand}" aria-label="${t('chip.add', { v: cash(v * 100) })}"${off ? ' data-off="1"' : ''}>${bets.disc(v)}<kbd>${i + 1}</kbd></button>`).join('')}</div>`;
  }

  betTools(s, picks = []) {
    const { bets } = this.to, tools = [];
    const own = bets.offers(), before = bets.again(), again = before.reduce((n, [, v]) => n + v, 0) <= (s.you?.balance ?? Infinity) ? before : [], any = own.some(o => bets.total(o.seat)) || offersOf(s, 'clear').some(o => bets.total(o.seat));
    const tool = (id, key, label) => `<button type="button" class="ghost tool" data-id="${id}" data-key="${key}"><kbd>${key}</kbd>${label}</button>`;
    if (again.length && !any) tools.push(`<div class="actbox"><button type="button" class="act first rebet" data-id="rebet" data-key="${letter(s, 'repeat')}"><kbd>${letter(s, 'repeat')}</kbd><b>${t('rebet', { sum: cash(again.reduce((n, [, v]) => n + v, 0)) })}</b><small><span class="more">${t('rebet.more')}</span><u> · </u><span class="cl">§ ${short(own[0].law)}</span></small></button>${tag(own[0].law, 'side')}</div>`);
    const more = offers(s).filter(o => bets.tools?.includes(o.act) && !o.disabled).sort((a, b) => bets.tools.indexOf(a.act) - bets.tools.indexOf(b.act));
    for (const o of more) {
      if (o.act === 'value') { tools.push(`<button type="button" class="ghost tool" data-id="open" data-open="value" data-key="${esc(word(s.table, 'key.value'))}" title="${esc(t('value.why'))}"><kbd>${esc(word(s.table, 'key.value'))}</kbd>${esc(t('value.now', { sum: cash(bets.value()) }))}</button>`); continue; }
      const key = word(s.table, `key.${o.act}`), name = esc(word(s.table, `act.${o.act}`) || o.act), data = `data-id="${esc(o.act)}" data-act="${esc(o.act)}" data-seat="${esc(o.seat)}" data-key="${esc(key)}"`;
      tools.push(o.act === 'repeat' && !any ? `<div class="actbox"><button type="button" class="act first rebet" ${data}><kbd>${esc(key)}</kbd><b>${name}</b><small><span class="more">${esc(word(s.table, 'more.repeat'))}</span><u> · </u><span class="cl">§ ${short(o.law)}</span></small></button>${tag(o.law, 'side')}</div>`
        : `<button type="button" class="ghost tool" ${data} title="§ ${esc(short(o.law))}"><kbd>${esc(key)}</kbd>${name}</button>`);
    }
    for (const o of picks) tools.push(`<button type="button" class="ghost tool" data-id="open" data-open="${esc(o.act)}">${esc(word(s.table, `act.${o.act}`) || o.act)}</button>`);
    if (bets.back.length) tools.push(tool('undo', letter(s, 'undo'), t('undo')));
    // On a cloth the house takes back what may be; here only what is not in its record yet.
    const free = bets.tools ? own.some(o => bets.pending(o.seat)) : any;
    if (free && !more.some(o => o.act === 'clear-all')) tools.push(tool('clear', letter(s, word(s.table, 'key.clear-all') ? 'clear-all' : 'clear'), t('clear')));
    const poor = own.every(o => o.disabled) ? own[0] : null;
    if (poor) tools.push(`<span class="off">${t('no-credit', { need: cash(poor.disabled.need - poor.disabled.have) })}</span>`);
    if (poor && !any && s.table.demo) tools.push(`<button type="button" class="ghost tool" data-id="credits">${t('credits')}</button>`);
    return tools.length ? `<div class="tools">${tools.join('')}</div>` : '';
  }

  button(s, o, first, count) {
    const { table } = s, key = word(table, `key.${o.act}`) || '', off = o.disabled;
    const sum = o.unit ? this.amount(o) : o.cost;
    const cards = o.note === 'cards';
    const cost = !off && (o.unit || o.cost) ? `<span class="c">${cards ? many('cards.n', sum) : `+${cash(sum)}`}</span>` : '';
    const part = Number(word(table, `part.${o.act}`)), lost = part ? `<span class="c">−${cash(Object.entries(s.bets).reduce((n, [bet, v]) => n + (own(s, bet) && (bet === o.seat || bet.startsWith(`${o.seat}+`)) && !bet.includes('/') ? v : 0), 0) / part)}</span>` : '';
    const more = off ? t('no-credit', { need: cash(off.need - off.have) }) : count > 3 && (cost || lost) ? '' : word(table, `more.${o.act}.${deed(s, o.seat)}`) || word(table, `more.${o.act}`);
    const note = o.note && !cards ? word(table, `note.${o.note}`) : '';
    const fall = s.listen.default === o.act && s.listen.clock ? `<i class="fall">${t('turn.default')}</i>` : '';
    return `<div class="actbox"><button type="button" class="act${first ? ' first' : ''}" data-id="${esc(o.act)}:${esc(o.seat)}" data-act="${esc(o.act)}" data-seat="${esc(o.seat)}" data-key="${esc(key)}"${o.unit ? ' data-sum="1"' : ''}${off ? ' data-off="1"' : ''}>
      ${key ? `<kbd>${esc(key)}</kbd>` : ''}<b>${esc(word(table, `act.${o.act}`) || o.act)}</b><small>${[cost || lost, fall, note ? `<strong>${esc(note)}</strong>` : more && !(fall && count > 2) ? `<span class="${off ? 'why' : 'more'}">${esc(more)}</span>` : '', `<span class="cl">§ ${esc(short(o.law))}</span>`].filter(Boolean).join('<u> · </u>')}</small></button>${tag(o.law, 'side')}</div>`;
  }

  amount(o) { return Math.min(o.high, Math.max(o.low, this.amounts[o.act + o.seat] ?? (o.act === 'value' ? this.to.bets.value() : o.note === 'cards' ? Math.round((o.low + o.high) / 2) : this.most(o) < o.high || this.state.table.felt.turn ? o.low : o.high))); }

  /** The most of an amount that I can pay; a sum without a limit of its own is asked for from the least on. */
  most(o) { if (this.state.table.felt.turn?.includes(o.act)) return o.high; const have = this.state.you?.balance ?? o.high; return o.note === 'cards' || o.high <= have ? o.high : Math.max(o.low, Math.floor(have / o.unit) * o.unit); }

  /** An amount: a slider over its range with its figure beside it; cards are drawn as the pack that is cut. */
  sum(o) {
    const s = this.state;
    const now = this.amount(o), cards = o.note === 'cards', seat = `${esc(o.seat)}" data-of="${esc(o.act)}`, name = t(cards ? 'cut.where' : s.table.felt.turn ? 'amount.any' : 'amount');
    if (o.low === o.high) return '';
    const range = `<input type="range" class="range" data-id="range" data-seat="${seat}" min="${o.low}" max="${this.most(o)}" step="${o.unit}" value="${now}" aria-label="${name}" aria-valuetext="${cards ? many('cards.n', now) : cash(now)}">`;
    if (cards) return `<div class="sum pack" role="group" aria-label="${name}" style="--at:${((now - o.low) / (o.high - o.low) * 100).toFixed(1)}%"><span class="deck" aria-hidden="true"></span>${range}<small><output>${many('cards.n', now)}</output> · ${t('cut.range', { low: o.low, high: o.high })}</small></div>`;
    return `<div class="sum" role="group" aria-label="${name}"><button type="button" class="ghost" data-id="less" data-step="-1" data-seat="${seat}" aria-label="${t('amount.less')}">−</button>
      <label><span class="sr">${name}</span><input class="figure" data-id="figure" inputmode="decimal" autocomplete="off" data-seat="${seat}" value="${plain(now)}"></label>
      <button type="button" class="ghost" data-id="more" data-step="1" data-seat="${seat}" aria-label="${t('amount.more')}">+</button>${range}<small>${o.low > 1 ? t('amount.range', { low: cash(o.low), max: cash(this.most(o)) }) : t('amount.half', { max: cash(o.high) })}<output class="inall">${esc(this.whole(o, now))}</output></small><p class="bad" role="alert" hidden></p></div>`;
  }

  /** What a bet or a raise comes to with what must be called. */
  whole(o, sum) { return this.state.table.felt.turn?.includes(o.act) ? inAll(this.state, sum) : ''; }

  /** The offer of an amount at a seat. @param {string} seat @param {string} act */
  priced(seat, act) { return offers(this.state).find(x => x.unit && x.seat === seat && x.act === act); }

  /** By how much the figure's buttons move a sum. */
  stepOf(o) { const { step } = this.state.table.felt; return step ? Math.max(o.unit, step) : Math.max(o.unit, Math.round(o.high / 500) * 100 || Math.round(o.high / 4)); }

  /** Ask for the sum of an act at a place: to sit down there. @param {string} act @param {string} seat whether there is one to ask for */
  ask(act, seat) {
    const found = offersOf(this.state, act).some(o => o.seat === seat && o.unit);
    if (found) { this.opened = `${act}:${seat}`; this.render(this.state, this.how); (this.root.querySelector('.figure, .act') ?? this.root).focus({ preventScroll: true }); }
    return found;
  }

  typed(input) {
    const range = input.type === 'range', o = this.priced(input.dataset.seat, input.dataset.of);
    const value = range ? Number(input.value) : typed(input.value);
    const good = o && Number.isFinite(value) && value >= o.low && value <= this.most(o) && value % o.unit === 0;
    const figure = this.root.querySelector('.sum .figure'), go = this.root.querySelector('[data-sum]');
    figure?.setAttribute('aria-invalid', String(!good));
    if (go) go.disabled = !good || !this.how.line;
    this.unlawful(o, value, good);
    if (!good) return;
    this.amounts[o.act + o.seat] = value;
    if (this.all) { this.all = false; this.render(this.state, this.how); return; }
    const cards = o.note === 'cards', said = cards ? many('cards.n', value) : cash(value), slide = this.root.querySelector('.sum .range'), label = this.root.querySelector('[data-sum] .c');
    if (range && figure) figure.value = plain(value);
    if (!range && slide) slide.value = String(value);
    slide?.setAttribute('aria-valuetext', said);
    const box = this.root.querySelector('.sum'), out = box.querySelector('output:not(.inall)');
    if (out) out.textContent = said;
    box.style.setProperty('--at', `${((value - o.low) / (o.high - o.low) * 100).toFixed(1)}%`);
    if (label) label.textContent = cards ? said : `+${said}`;
    const pays = box.querySelector('.inall');
    if (pays) pays.textContent = this.whole(o, value);
    for (const b of this.root.querySelectorAll('[data-size]')) b.setAttribute('aria-pressed', String(Number(b.dataset.size) === value));
  }

  /** What is wrong with a typed sum, and under which clause. */
  unlawful(o, value, good) {
    const out = this.root.querySelector('.sum .bad'), why = !Number.isFinite(value) ? ['none'] : value < o.low ? ['low', o.low, o.limit_law] : value > this.most(o) ? ['high', this.most(o), o.high_law || o.limit_law] : ['unit', o.unit, o.unit_law];
    if (!out) return;
    out.hidden = good;
    out.previousElementSibling.hidden = !good;
    const html = good ? '' : `${esc(t(`amount.${why[0]}`, { sum: cash(why[1] ?? 0) }))} ${tag(why[2] || o.law)}`;
    if (out._html !== html) out._html = out.innerHTML = html;
  }

  /** Whether somebody without a seat looks on at a table with pots: what is told meanwhile takes no seat from him. */
  watches(s) { return Boolean(s.table?.felt.turn) && !s.you?.places.length && offersOf(s, 'sit').length > 0; }

  /** A seat for who has none: any of the table's, or the first. */
  seatless(s) {
    const [first] = s.you?.places.length ? [] : offersOf(s, 'sit'), off = s.you?.places.length ? null : elsewhere(s);
    if (off) return `<div class="acts n1"><div class="actbox"><a class="act first" href="${off.table ? `table.html?id=${encodeURIComponent(off.table)}` : './'}"><b>${esc(off.table ? listWord('go', off) : t('to-lobby'))}</b><small>${esc(listWord(`off.${off.code}`, off))}<u> · </u><span class="cl">§ ${esc(short(off.law))}</span></small></a>${tag(off.law, 'side')}</div></div>`;
    return first ? `<div class="acts n1"><div class="actbox"><button type="button" class="act first" data-id="open" data-open="sit:${esc(first.seat)}" data-key="${esc(word(s.table, 'key.sit'))}"><kbd>${esc(word(s.table, 'key.sit'))}</kbd><b>${esc(word(s.table, 'act.sit'))}</b><small>${esc(t('ring.take', { n: first.seat }))}<u> · </u><span class="cl">§ ${esc(short(first.law))}</span></small></button>${tag(first.law, 'side')}</div></div>` : '';
  }

  /** One step more or less of the sum that stands, from the keyboard. @param {number} by @returns {boolean} */
  step(by) {
    const b = this.root.querySelector(`.turnacts [data-id=${by < 0 ? 'less' : 'more'}]:not(:disabled)`);
    if (b) this.press(b);
    return Boolean(b);
  }

  press(b) {
    if (!b || b.disabled) return;
    const { bets } = this.to, { id, act, seat, step } = b.dataset;
    if (b.dataset.chip) { bets.take(Number(b.dataset.chip)); return; }
    if (step) {
      const o = this.priced(seat, b.dataset.of);
      this.all = false;
      this.amounts[o.act + o.seat] = Math.min(this.most(o), Math.max(o.low, this.amount(o) + Number(step) * this.stepOf(o)));
      this.render(this.state, this.how);
      return;
    }
    if (b.dataset.size) {
      const { up, whole } = stakes(this.state);
      // A second time it is meant: all that I have goes in.
      if (b.dataset.size === 'all' && this.all) { this.to.act(whole.act, whole.seat); return; }
      this.all = b.dataset.size === 'all';
      if (up && !this.all) this.amounts[up.act + up.seat] = Number(b.dataset.size);
      this.render(this.state, this.how);
      return;
    }
    if (id === 'open' || id === 'shut') { this.opened = b.dataset.open ?? ''; this.render(this.state, this.how); return; }
    if (act) {
      this.opened = '';
      const o = offers(this.state).find(x => x.act === act && x.seat === seat);
      if (o) this.to.act(act, seat, o.unit ? this.amount(o) : undefined);
      return;
    }
    ({ undo: () => bets.undo(), clear: () => bets.clear(), rebet: () => bets.rebet(), again: () => this.to.again(), credits: () => this.to.credits() })[id]?.();
  }

  /** A letter or a digit from anywhere on the page; whether it meant something. @param {string} key */
  key(key) {
    const b = [...this.root.querySelectorAll('button[data-key]')].find(x => x.dataset.key === key.toUpperCase());
    if (!b || b.disabled) return false;
    this.press(b);
    return true;
  }
}

/** The letter of an act or a tool, in the reader's language. @param {import('../core/store.js').State} s @param {string} act */
const letter = (s, act) => esc(word(s.table, `key.${act}`));

const cls = (e, name, on) => e.classList.toggle(name, on);

/** Why a usual decision is missing, in the game's own words, or "". @param {import('../core/store.js').State} s */
export function missing(s) {
  if (!s.listen?.offers.length || period(s) !== 'decision') return '';
  const acts = new Set(s.listen.offers.map(o => o.act));
  for (const key of Object.keys(s.table.words?.pt ?? {})) {
    if (key.startsWith('missing.') && !acts.has(key.slice(8))) return word(s.table, key);
  }
  return '';
}

/** The hand that is asked: its words in Portuguese are the caption's. @param {import('../core/store.js').State} s */
export const asked = s => s.listen?.awaiting?.find(name => handsOf(s, placeOf(name)).includes(name)) ?? '';
