// What I may do now: chips while bets are accepted, one button for each decision that is offered.

import { barredActs, isBetting, lastActToFollow, otherTable, handsOf, isMyPlace, myOffers, offersOf, isMyBet, openPeriod, placeOf, isClosed } from '../core/store.js';
import { formatSum, plural, formatInput, formatClause, t, wordGroup, parseSum, gameWord } from '../core/i18n.js';
import { whyBarred, handName } from '../record/narration.js';
import { esc, clauseLink } from '../core/text.js';
import { closedActs, totalCostText, amountOffers, closedActButton, renderTurnBar } from './turn_bar.js';

const { w: listWord } = wordGroup('list');

const OWN_CONTROLS = new Set(['sit', 'bet', 'clear', 'leave']);
/** Whether another part of the page has the control of this act. Leaving the table without a place has its button here. */
const hasOwnControl = (s, o) => OWN_CONTROLS.has(o.act) && !(o.act === 'leave' && o.seat === s.table.felt.away);

export class Controls {
  /**
   * @param {HTMLElement} root
   * @param {{bets: import('./bets.js').Bets, act: (act: string, seat: string, amount?: number) => void, credits: () => void, again: () => void, law: (ref: string) => void}} actions
   */
  constructor(root, actions) {
    Object.assign(this, { root, actions, amounts: {}, html: '', busy: false });
    root.addEventListener('click', e => {
      const b = e.target.closest('button');
      if (e.detail && b && (b.dataset.chip || b.dataset.id === 'undo')) b.blur();   // so that Enter deals after a click
      if (b?.classList.contains('not')) { this.explain(b); if (e.pointerType !== 'touch') this.actions.law(b.dataset.ref); } else this.press(b);
    });
    root.addEventListener('input', e => { if (e.target.matches('.sum input')) this.readAmount(e.target); });
    root.addEventListener('keydown', e => { if (e.key === 'Enter' && e.target.matches('.sum input')) { e.preventDefault(); this.root.querySelector('[data-sum]:not(:disabled)')?.click(); } });
    root.addEventListener('focusin', e => this.explain(e.target.closest('.not')));
    root.addEventListener('focusout', e => { if (e.target.closest('.not')) this.explain(null); });
    root.addEventListener('pointerover', e => { const b = e.target.closest('.not'); if (b || !root.contains(document.activeElement)) this.explain(b); });
    root.addEventListener('pointerleave', () => this.explain(null));
  }

  /** @param {import('../core/store.js').State} s the record @param {{ready: boolean, line: boolean, ended: boolean}} status */
  render(s, status) {
    this.state = s;
    this.status = status;
    const html = status.ended ? this.endedHtml() : !s.listen || !(status.ready || this.isOnlooker(s)) ? '<div class="acts quiet"></div>' : this.actsHtml(s);
    toggleClass(this.root, 'down', !status.line);
    if (html !== this.html) {
      const focused = this.root.contains(document.activeElement) ? document.activeElement : null, key = focused?.dataset.id;
      this.html = html;
      this.root.innerHTML = html;
      const again = focused && this.root.querySelector(`[data-id="${key}"]:not(:disabled)`);
      if (focused) (again ?? this.root).focus({ preventScroll: true });
      // Do not change a sum that is being typed.
      if (key === 'figure' && again && again.dataset.of === focused.dataset.of && again.dataset.seat === focused.dataset.seat) { again.value = focused.value; again.setSelectionRange(focused.selectionStart, focused.selectionEnd); }
    }
    for (const b of this.root.querySelectorAll('button:not(.not)')) b.disabled = !status.line || b.dataset.off === '1';
    const figure = this.root.querySelector('.figure');
    if (figure && figure.value !== figure.defaultValue) this.readAmount(figure);
  }

  endedHtml() {
    return `<div class="acts"><button type="button" class="act first plain" data-id="again"><b>${t('ended.again')}</b></button><a class="ghost" href="./">${t('to-lobby')}</a></div>`;
  }

  actsHtml(s) {
    if (isClosed(s)) return this.closedTableHtml(s);
    const bets = isBetting(s) && offersOf(s, 'bet').length ? this.chipRack(s) : '';
    const toolActs = this.actions.bets.tools ?? [], acts = myOffers(s).filter(o => !hasOwnControl(s, o) && !toolActs.includes(o.act));
    if (this.actions.bets.tools) return this.layoutActsHtml(s, bets, acts);
    const { aside: minor = [], turn = [] } = s.table.felt, bar = turn.length ? renderTurnBar(this, s) : '';   // a new question also closes an open amount
    const [act, at] = (this.opened ?? '').split(':'), opened = act && offersOf(s, act).find(o => o.unit && (!at || o.seat === at));
    const closeButton = `<button type="button" class="ghost tool" data-id="shut">${t('close')}</button>`;
    if (opened) return `<div class="acts n2 with-sum">${at ? `<span class="for">${esc(handName(s.table, opened.seat))}</span>` : ''}${this.amountField(opened)}${this.button(s, opened, true, 2)}${closeButton}</div>`;
    if (at === '*' && offersOf(s, act).length) return `<div class="acts picks">${this.choiceButtons(s, offersOf(s, act))}${closeButton}</div>`;
    if (this.opened === '*' && (acts.some(o => minor.includes(o.act)) || this.barredRareActs(s).length)) return `<div class="acts picks">${this.rareActs(s, acts.filter(o => minor.includes(o.act)), true)}${closeButton}</div>`;
    if (bar) return `${bar}<div class="nots" role="group" aria-label="${t('not-open')}">${closedActs(s).map(d => closedActButton(s.table, d)).join('')}${this.rareActs(s, acts.filter(o => minor.includes(o.act)))}<p class="whynot" hidden></p></div>`;
    // If several places are asked at once, they are answered one after the other.
    const mains = acts.filter(o => !minor.includes(o.act)), seat = mains[0]?.seat, actsHere = mains.filter(o => o.seat === seat);
    actsHere.sort((a, b) => Number(b.act === s.listen.default) - Number(a.act === s.listen.default));
    const many = new Set(mains.map(o => o.seat)).size > 1, decides = openPeriod(s) === 'decision';
    const sum = actsHere.find(o => o.unit), stepper = sum ? this.amountField(sum) : '';
    const buttons = actsHere.map((o, i) => this.button(s, o, i === 0, actsHere.length)).join('');
    if (turn.length && !mains.length && !bets && !isClosed(s)) { const seat = this.seatOfferHtml(s); if (seat) return seat + (acts.length ? `<div class="nots">${this.rareActs(s, acts.filter(o => minor.includes(o.act)))}</div>` : ''); }
    if (turn.length && !mains.length && !bets) return `<div class="acts quiet">${this.rareActs(s, acts.filter(o => minor.includes(o.act)), true)}</div>`;   // no question: rare acts are one press away
    const side = (bets ? this.betTools(s) : '') + this.rareActs(s, acts.filter(o => minor.includes(o.act))), without = actsHere.length && decides ? this.closedDecisions(s, actsHere) : '';
    return `${bets}<div class="acts n${actsHere.length}${stepper ? ' with-sum' : ''}">${many ? `<span class="for">${esc(handName(s.table, seat))}</span>` : ''}${stepper}${side}${buttons}</div>${without}`;
  }

  /** The acts at a layout: those for all bets are among the tools, those with an amount or a choice open on request. */
  layoutActsHtml(s, chips, acts) {
    const oneOfEach = [...new Map(acts.map(o => [o.act, o])).values()], several = act => acts.filter(o => o.act === act).length > 1;
    const closeButton = `<button type="button" class="ghost tool" data-id="shut">${t('close')}</button>`, opened = this.opened && offersOf(s, this.opened);
    if (opened?.length === 1) return `<div class="acts n2 with-sum">${this.amountField(opened[0])}${this.button(s, opened[0], true, 2)}${closeButton}</div>`;
    if (opened?.length) return `<div class="acts picks">${this.choiceButtons(s, opened)}${closeButton}</div>`;
    const picks = oneOfEach.filter(o => several(o.act)), mains = oneOfEach.filter(o => !several(o.act));
    mains.sort((a, b) => Number(b.act === s.listen.default) - Number(a.act === s.listen.default));
    const tools = chips ? this.betTools(s, picks) : '', choices = chips ? '' : picks.map(o => this.choiceButtons(s, acts.filter(x => x.act === o.act))).join('');
    return `${chips}<div class="acts n${mains.length}${choices ? ' picks' : ''}">${choices}${tools}${mains.map((o, i) => this.button(s, o, i === 0 && !choices, mains.length)).join('')}</div>`;
  }

  /** Rare acts, behind one small button; those with an amount open on request. */
  rareActs(s, all, open = false) {
    if ((all.length || this.barredRareActs(s).length) && !open) return `<div class="tools"><button type="button" class="ghost tool" data-id="open" data-open="*">${t('more-acts')}</button></div>`;
    const several = act => all.filter(o => o.act === act).length > 1;
    const buttonOf = o => `<button type="button" class="ghost tool" ${several(o.act) ? `data-id="open" data-open="${esc(o.act)}:*"` : o.unit && o.low < o.high ? `data-id="open" data-open="${esc(o.act)}:${esc(o.seat)}"` : `data-id="${esc(o.act)}:${esc(o.seat)}" data-act="${esc(o.act)}" data-seat="${esc(o.seat)}"`} title="${esc([gameWord(s.table, `more.${o.act}`), `§ ${formatClause(o.law)}`].filter(Boolean).join(' '))}"${o.disabled ? ' data-off="1"' : ''}>${esc(gameWord(s.table, `act.${o.act}`) || o.act)}<span class="cl">§ ${esc(formatClause(o.law))}</span></button>`;
    const no = this.barredRareActs(s).map(d => closedActButton(s.table, d)).join('');
    return all.length || no ? `<div class="tools">${[...new Map(all.map(o => [o.act, o])).values()].map(buttonOf).join('')}${no}</div>${no && open ? '<p class="whynot" hidden></p>' : ''}` : '';
  }

  /** Rare acts that a clause forbids me now. Acts that are closed to everybody only if the game wants them shown. */
  barredRareActs(s) {
    const { aside: minor = [] } = s.table.felt, may = new Set(myOffers(s).map(o => o.act)), barred = barredActs(s).filter(o => minor.includes(o.act) && (o.note !== 'full' || s.table.felt.refused_to_all?.includes(o.act)) && !hasOwnControl(s, o) && !may.has(o.act));
    return [...new Map(barred.map(o => [o.act, { ...o, why: whyBarred(s.table, o) }])).values()];
  }

  /** Buttons for one choice of several, such as two of the dice. */
  choiceButtons(s, all) {
    return `<span class="for">${esc(gameWord(s.table, `act.${all[0].act}`) || all[0].act)} ${clauseLink(all[0].law)}</span>${all.map(o => `<button type="button" class="ghost tool" data-id="${esc(o.act)}:${esc(o.seat)}" data-act="${esc(o.act)}" data-seat="${esc(o.seat)}">${esc(gameWord(s.table, o.seat) || o.seat)}</button>`).join('')}`;
  }

  /** The usual decisions that are closed now; each says why, and under which clause, when it is pointed at, held or focused. */
  closedDecisions(s, actsHere) {
    const { seat } = actsHere[0], offered = new Set(actsHere.map(o => o.act)), closedOnes = (s.table.felt.decisions ?? []).filter(d => !offered.has(d.act));
    return closedOnes.length ? `<div class="nots" role="group" aria-label="${t('not-open')}">${closedOnes.map(d => {
      // A question that is asked only once was answered earlier: by me, or by the clock.
      const before = s.answered[d.act]?.[seat] ?? s.answered[d.act]?.[placeOf(seat)], does = before && (gameWord(s.table, `does.${before.does}`) || before.does), no = barredActs(s).find(o => o.act === d.act && o.seat === seat);
      const why = no ? whyBarred(s.table, no) : before ? t(before.late ? 'passed.late' : 'passed', { does }) : gameWord(s.table, `missing.${d.act}`) || gameWord(s.table, `not.${d.act}`), name = gameWord(s.table, `act.${d.act}`) || d.act, ref = no?.law || before?.law || d.law;
      return `<button type="button" class="not" data-id="not:${esc(d.act)}" data-why="${esc(why)}" data-ref="${esc(ref)}" aria-disabled="true" aria-label="${esc(`${name}: ${t('not-open')}. ${why} § ${formatClause(ref)}`)}"><s>${esc(name)}</s><span>§ ${esc(formatClause(ref))}</span></button>`;
    }).join('')}<p class="whynot" hidden></p></div>` : '';
  }

  /** Explain above the buttons why one of them is closed. @param {HTMLElement|null} b */
  explain(b) {
    const out = this.root.querySelector('.whynot');
    if (!out) return;
    out.hidden = !b;
    if (b) out.innerHTML = `${esc(b.dataset.why)} ${clauseLink(b.dataset.ref)}`;
  }

  /** The acts at a closed table: take back a bet, deal if that is offered, leave the place. */
  closedTableHtml(s) {
    const hasBets = Object.keys(s.bets).some(b => isMyBet(s, b)), deal = hasBets ? offersOf(s, 'deal')[0] : null;
    const tools = hasBets && offersOf(s, 'clear').length ? `<button type="button" class="ghost tool" data-id="clear" data-key="${keyLetter(s, 'clear')}"><kbd>${keyLetter(s, 'clear')}</kbd>${t('clear')}</button>` : '';
    const leave = s.table.individual ? [] : offersOf(s, 'leave').filter(o => isMyPlace(s, o.seat));
    const away = leave.map(o => `<button type="button" class="ghost tool" data-id="leave:${esc(o.seat)}" data-act="leave" data-seat="${esc(o.seat)}">${esc(t('leave.place', { n: o.seat }))}</button>`).join('');
    return `<div class="acts n1">${tools || away ? `<div class="tools">${tools}${away}</div>` : ''}${deal ? this.button(s, deal, true, 1) : ''}</div>`;
  }

  chipRack(s) {
    const { bets } = this.actions, hand = bets.selectedChip(), off = offersOf(s, 'bet').every(o => o.disabled), target = bets.target();
    return `<div class="chips" role="group" aria-label="${t('chips')}${target ? `, ${esc(handName(s.table, target))}` : ''}">${bets.chips().map((v, i) =>
      `<button type="button" class="chipb${v === hand ? ' held' : ''}" data-id="chip${v}" data-chip="${v}" data-key="${i + 1}" aria-pressed="${v === hand}" aria-label="${t('chip.add', { v: formatSum(v * 100) })}"${off ? ' data-off="1"' : ''}>${bets.chipSvg(v)}<kbd>${i + 1}</kbd></button>`).join('')}</div>`;
  }

  betTools(s, picks = []) {
    const { bets } = this.actions, tools = [];
    const offers = bets.offers(), before = bets.repeatableBets(), again = before.reduce((n, [, v]) => n + v, 0) <= (s.you?.balance ?? Infinity) ? before : [], any = offers.some(o => bets.sumOn(o.seat)) || offersOf(s, 'clear').some(o => bets.sumOn(o.seat));
    const tool = (id, key, label) => `<button type="button" class="ghost tool" data-id="${id}" data-key="${key}"><kbd>${key}</kbd>${label}</button>`;
    if (again.length && !any) tools.push(`<div class="actbox"><button type="button" class="act first rebet" data-id="rebet" data-key="${keyLetter(s, 'repeat')}"><kbd>${keyLetter(s, 'repeat')}</kbd><b>${t('rebet', { sum: formatSum(again.reduce((n, [, v]) => n + v, 0)) })}</b><small><span class="more">${t('rebet.more')}</span><u> · </u><span class="cl">§ ${formatClause(offers[0].law)}</span></small></button>${clauseLink(offers[0].law, 'side')}</div>`);
    const more = myOffers(s).filter(o => bets.tools?.includes(o.act) && !o.disabled).sort((a, b) => bets.tools.indexOf(a.act) - bets.tools.indexOf(b.act));
    for (const o of more) {
      if (o.act === 'value') { tools.push(`<button type="button" class="ghost tool" data-id="open" data-open="value" data-key="${esc(gameWord(s.table, 'key.value'))}" title="${esc(t('value.why'))}"><kbd>${esc(gameWord(s.table, 'key.value'))}</kbd>${esc(t('value.now', { sum: formatSum(bets.chipWorth()) }))}</button>`); continue; }
      const key = gameWord(s.table, `key.${o.act}`), name = esc(gameWord(s.table, `act.${o.act}`) || o.act), data = `data-id="${esc(o.act)}" data-act="${esc(o.act)}" data-seat="${esc(o.seat)}" data-key="${esc(key)}"`;
      tools.push(o.act === 'repeat' && !any ? `<div class="actbox"><button type="button" class="act first rebet" ${data}><kbd>${esc(key)}</kbd><b>${name}</b><small><span class="more">${esc(gameWord(s.table, 'more.repeat'))}</span><u> · </u><span class="cl">§ ${formatClause(o.law)}</span></small></button>${clauseLink(o.law, 'side')}</div>`
        : `<button type="button" class="ghost tool" ${data} title="§ ${esc(formatClause(o.law))}"><kbd>${esc(key)}</kbd>${name}</button>`);
    }
    for (const o of picks) tools.push(`<button type="button" class="ghost tool" data-id="open" data-open="${esc(o.act)}">${esc(gameWord(s.table, `act.${o.act}`) || o.act)}</button>`);
    if (bets.undoStack.length) tools.push(tool('undo', keyLetter(s, 'undo'), t('undo')));
    // On a layout "clear" is an act of the house; this one only clears what is not in the record yet.
    const free = bets.tools ? offers.some(o => bets.pendingSum(o.seat)) : any;
    if (free && !more.some(o => o.act === 'clear-all')) tools.push(tool('clear', keyLetter(s, gameWord(s.table, 'key.clear-all') ? 'clear-all' : 'clear'), t('clear')));
    const poor = offers.every(o => o.disabled) ? offers[0] : null;
    if (poor) tools.push(`<span class="off">${t('no-credit', { need: formatSum(poor.disabled.need - poor.disabled.have) })}</span>`);
    if (poor && !any && s.table.demo) tools.push(`<button type="button" class="ghost tool" data-id="credits">${t('credits')}</button>`);
    return tools.length ? `<div class="tools">${tools.join('')}</div>` : '';
  }

  button(s, o, first, count) {
    const { table } = s, key = gameWord(table, `key.${o.act}`) || '', off = o.disabled;
    const sum = o.unit ? this.amount(o) : o.cost;
    const cards = o.note === 'cards';
    const cost = !off && (o.unit || o.cost) ? `<span class="c">${cards ? plural('cards.n', sum) : `+${formatSum(sum)}`}</span>` : '';
    const part = Number(gameWord(table, `part.${o.act}`)), lost = part ? `<span class="c">−${formatSum(Object.entries(s.bets).reduce((n, [bet, v]) => n + (isMyBet(s, bet) && (bet === o.seat || bet.startsWith(`${o.seat}+`)) && !bet.includes('/') ? v : 0), 0) / part)}</span>` : '';
    const more = off ? t('no-credit', { need: formatSum(off.need - off.have) }) : count > 3 && (cost || lost) ? '' : gameWord(table, `more.${o.act}.${lastActToFollow(s, o.seat)}`) || gameWord(table, `more.${o.act}`);
    const note = o.note && !cards ? gameWord(table, `note.${o.note}`) : '';
    const fall = s.listen.default === o.act && s.listen.clock ? `<i class="fall">${t('turn.default')}</i>` : '';
    return `<div class="actbox"><button type="button" class="act${first ? ' first' : ''}" data-id="${esc(o.act)}:${esc(o.seat)}" data-act="${esc(o.act)}" data-seat="${esc(o.seat)}" data-key="${esc(key)}"${o.unit ? ' data-sum="1"' : ''}${off ? ' data-off="1"' : ''}>
      ${key ? `<kbd>${esc(key)}</kbd>` : ''}<b>${esc(gameWord(table, `act.${o.act}`) || o.act)}</b><small>${[cost || lost, fall, note ? `<strong>${esc(note)}</strong>` : more && !(fall && count > 2) ? `<span class="${off ? 'why' : 'more'}">${esc(more)}</span>` : '', `<span class="cl">§ ${esc(formatClause(o.law))}</span>`].filter(Boolean).join('<u> · </u>')}</small></button>${clauseLink(o.law, 'side')}</div>`;
  }

  amount(o) { return Math.min(o.high, Math.max(o.low, this.amounts[o.act + o.seat] ?? (o.act === 'value' ? this.actions.bets.chipWorth() : o.note === 'cards' ? Math.round((o.low + o.high) / 2) : this.maximum(o) < o.high || this.state.table.felt.turn ? o.low : o.high))); }

  /** The highest amount that I can pay. */
  maximum(o) { if (this.state.table.felt.turn?.includes(o.act)) return o.high; const have = this.state.you?.balance ?? o.high; return o.note === 'cards' || o.high <= have ? o.high : Math.max(o.low, Math.floor(have / o.unit) * o.unit); }

  /** The field of an amount: a slider with a figure; for a cut the slider is drawn as the pack. */
  amountField(o) {
    const s = this.state;
    const amount = this.amount(o), cards = o.note === 'cards', seat = `${esc(o.seat)}" data-of="${esc(o.act)}`, name = t(cards ? 'cut.where' : s.table.felt.turn ? 'amount.any' : 'amount');
    if (o.low === o.high) return '';
    const range = `<input type="range" class="range" data-id="range" data-seat="${seat}" min="${o.low}" max="${this.maximum(o)}" step="${o.unit}" value="${amount}" aria-label="${name}" aria-valuetext="${cards ? plural('cards.n', amount) : formatSum(amount)}">`;
    if (cards) return `<div class="sum pack" role="group" aria-label="${name}" style="--at:${((amount - o.low) / (o.high - o.low) * 100).toFixed(1)}%"><span class="deck" aria-hidden="true"></span>${range}<small><output>${plural('cards.n', amount)}</output> · ${t('cut.range', { low: o.low, high: o.high })}</small></div>`;
    return `<div class="sum" role="group" aria-label="${name}"><button type="button" class="ghost" data-id="less" data-step="-1" data-seat="${seat}" aria-label="${t('amount.less')}">−</button>
      <label><span class="sr">${name}</span><input class="figure" data-id="figure" inputmode="decimal" autocomplete="off" data-seat="${seat}" value="${formatInput(amount)}"></label>
      <button type="button" class="ghost" data-id="more" data-step="1" data-seat="${seat}" aria-label="${t('amount.more')}">+</button>${range}<small>${o.low > 1 ? t('amount.range', { low: formatSum(o.low), max: formatSum(this.maximum(o)) }) : t('amount.half', { max: formatSum(o.high) })}<output class="inall">${esc(this.totalText(o, amount))}</output></small><p class="bad" role="alert" hidden></p></div>`;
  }

  /** The whole cost of a raise, with the call. */
  totalText(o, sum) { return this.state.table.felt.turn?.includes(o.act) ? totalCostText(this.state, sum) : ''; }

  /** The offer of an act with an amount. @param {string} seat @param {string} act */
  amountOffer(seat, act) { return myOffers(this.state).find(x => x.unit && x.seat === seat && x.act === act); }

  /** By how much plus and minus change an amount. */
  stepSize(o) { const { step } = this.state.table.felt; return step ? Math.max(o.unit, step) : Math.max(o.unit, Math.round(o.high / 500) * 100 || Math.round(o.high / 4)); }

  /** Open the amount of an act at a place, for instance of sitting down. False if it has none. @param {string} act @param {string} seat */
  openAmount(act, seat) {
    const hasAmount = offersOf(this.state, act).some(o => o.seat === seat && o.unit);
    if (hasAmount) { this.opened = `${act}:${seat}`; this.render(this.state, this.status); (this.root.querySelector('.figure, .act') ?? this.root).focus({ preventScroll: true }); }
    return hasAmount;
  }

  readAmount(input) {
    const range = input.type === 'range', o = this.amountOffer(input.dataset.seat, input.dataset.of);
    const value = range ? Number(input.value) : parseSum(input.value);
    const good = o && Number.isFinite(value) && value >= o.low && value <= this.maximum(o) && value % o.unit === 0;
    const figure = this.root.querySelector('.sum .figure'), go = this.root.querySelector('[data-sum]');
    figure?.setAttribute('aria-invalid', String(!good));
    if (go) go.disabled = !good || !this.status.line;
    this.showAmountError(o, value, good);
    if (!good) return;
    this.amounts[o.act + o.seat] = value;
    if (this.allInChosen) { this.allInChosen = false; this.render(this.state, this.status); return; }
    const cards = o.note === 'cards', text = cards ? plural('cards.n', value) : formatSum(value), slide = this.root.querySelector('.sum .range'), label = this.root.querySelector('[data-sum] .c');
    if (range && figure) figure.value = formatInput(value);
    if (!range && slide) slide.value = String(value);
    slide?.setAttribute('aria-valuetext', text);
    const box = this.root.querySelector('.sum'), out = box.querySelector('output:not(.inall)');
    if (out) out.textContent = text;
    box.style.setProperty('--at', `${((value - o.low) / (o.high - o.low) * 100).toFixed(1)}%`);
    if (label) label.textContent = cards ? text : `+${text}`;
    const pays = box.querySelector('.inall');
    if (pays) pays.textContent = this.totalText(o, value);
    for (const b of this.root.querySelectorAll('[data-size]')) b.setAttribute('aria-pressed', String(Number(b.dataset.size) === value));
  }

  /** Show what is wrong with a typed sum, and under which clause. */
  showAmountError(o, value, good) {
    const out = this.root.querySelector('.sum .bad'), why = !Number.isFinite(value) ? ['none'] : value < o.low ? ['low', o.low, o.limit_law] : value > this.maximum(o) ? ['high', this.maximum(o), o.high_law || o.limit_law] : ['unit', o.unit, o.unit_law];
    if (!out) return;
    out.hidden = good;
    out.previousElementSibling.hidden = !good;
    const html = good ? '' : `${esc(t(`amount.${why[0]}`, { sum: formatSum(why[1] ?? 0) }))} ${clauseLink(why[2] || o.law)}`;
    if (out._html !== html) out._html = out.innerHTML = html;
  }

  /** Whether I look on at a table with pots and may sit down: my controls stay usable while events are shown. */
  isOnlooker(s) { return Boolean(s.table?.felt.turn) && !s.you?.places.length && offersOf(s, 'sit').length > 0; }

  /** A button to sit down for a player without a seat. */
  seatOfferHtml(s) {
    const [first] = s.you?.places.length ? [] : offersOf(s, 'sit'), other = s.you?.places.length ? null : otherTable(s);
    if (other) return `<div class="acts n1"><div class="actbox"><a class="act first" href="${other.table ? `table.html?id=${encodeURIComponent(other.table)}` : './'}"><b>${esc(other.table ? listWord('go', other) : t('to-lobby'))}</b><small>${esc(listWord(`off.${other.code}`, other))}<u> · </u><span class="cl">§ ${esc(formatClause(other.law))}</span></small></a>${clauseLink(other.law, 'side')}</div></div>`;
    return first ? `<div class="acts n1"><div class="actbox"><button type="button" class="act first" data-id="open" data-open="sit:${esc(first.seat)}" data-key="${esc(gameWord(s.table, 'key.sit'))}"><kbd>${esc(gameWord(s.table, 'key.sit'))}</kbd><b>${esc(gameWord(s.table, 'act.sit'))}</b><small>${esc(t('ring.take', { n: first.seat }))}<u> · </u><span class="cl">§ ${esc(formatClause(first.law))}</span></small></button>${clauseLink(first.law, 'side')}</div></div>` : '';
  }

  /** Change the open amount by one step, from the keyboard. @param {number} by @returns {boolean} */
  step(by) {
    const b = this.root.querySelector(`.turnacts [data-id=${by < 0 ? 'less' : 'more'}]:not(:disabled)`);
    if (b) this.press(b);
    return Boolean(b);
  }

  press(b) {
    if (!b || b.disabled) return;
    const { bets } = this.actions, { id, act, seat, step } = b.dataset;
    if (b.dataset.chip) { bets.selectChip(Number(b.dataset.chip)); return; }
    if (step) {
      const o = this.amountOffer(seat, b.dataset.of);
      this.allInChosen = false;
      this.amounts[o.act + o.seat] = Math.min(this.maximum(o), Math.max(o.low, this.amount(o) + Number(step) * this.stepSize(o)));
      this.render(this.state, this.status);
      return;
    }
    if (b.dataset.size) {
      const { raise, allIn } = amountOffers(this.state);
      // The second press means it: all in.
      if (b.dataset.size === 'all' && this.allInChosen) { this.actions.act(allIn.act, allIn.seat); return; }
      this.allInChosen = b.dataset.size === 'all';
      if (raise && !this.allInChosen) this.amounts[raise.act + raise.seat] = Number(b.dataset.size);
      this.render(this.state, this.status);
      return;
    }
    if (id === 'open' || id === 'shut') { this.opened = b.dataset.open ?? ''; this.render(this.state, this.status); return; }
    if (act) {
      this.opened = '';
      const o = myOffers(this.state).find(x => x.act === act && x.seat === seat);
      if (o) this.actions.act(act, seat, o.unit ? this.amount(o) : undefined);
      return;
    }
    ({ undo: () => bets.undo(), clear: () => bets.clear(), rebet: () => bets.repeatBets(), again: () => this.actions.again(), credits: () => this.actions.credits() })[id]?.();
  }

  /** Handle a key from anywhere on the page; true if it had a meaning. @param {string} key */
  key(key) {
    const b = [...this.root.querySelectorAll('button[data-key]')].find(x => x.dataset.key === key.toUpperCase());
    if (!b || b.disabled) return false;
    this.press(b);
    return true;
  }
}

/** The key of an act or a tool, in the reader's language. @param {import('../core/store.js').State} s @param {string} act */
const keyLetter = (s, act) => esc(gameWord(s.table, `key.${act}`));

const toggleClass = (e, name, on) => e.classList.toggle(name, on);

/** Why a usual decision is missing, in the game's own words, or "". @param {import('../core/store.js').State} s */
export function whyMissing(s) {
  if (!s.listen?.offers.length || openPeriod(s) !== 'decision') return '';
  const acts = new Set(s.listen.offers.map(o => o.act));
  for (const key of Object.keys(s.table.words?.pt ?? {})) {
    if (key.startsWith('missing.') && !acts.has(key.slice(8))) return gameWord(s.table, key);
  }
  return '';
}

/** The hand that is asked, or "". @param {import('../core/store.js').State} s */
export const askedHand = s => s.listen?.awaiting?.find(name => handsOf(s, placeOf(name)).includes(name)) ?? '';
