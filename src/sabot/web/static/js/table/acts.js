// The acts that are open to me, as buttons, and why others are not.

import { placeOf } from '../core/bet_names.js';
import { formatClause, gameWord, t, wordGroup } from '../core/i18n.js';
import { barredActs, isBetting, isClosed, myOffers, offersOf, openPeriod, otherTable } from '../core/offers.js';
import { handsOf, isMyBet, isMyPlace } from '../core/state.js';
import { clauseLink, esc } from '../core/text.js';
import { handName, whyBarred } from '../record/names.js';
import { betTools, chipRack, keyLetter } from './bet_tools.js';
import { mayBeReady, readyHtml } from './ready.js';
import { sitOffer } from './sit_offer.js';
import { closedActButton, closedActs, renderTurnBar } from './turn_bar.js';

const { w: listWord } = wordGroup('list');

const OWN_CONTROLS = new Set(['sit', 'bet', 'clear', 'leave']);
/**
 * Whether another part of the page has the control of this act. Leaving the table without a place has its button here.
 * @param {Client.State} s
 * @param {Client.Offer} o
 */
const hasOwnControl = (s, o) => OWN_CONTROLS.has(o.act) && !(o.act === 'leave' && o.seat === s.table.felt.away);

/** The buttons after the end of a session. */
export function endedHtml() {
  return `<div class="acts"><button type="button" class="act first plain" data-id="again"><b>${t('ended.again')}</b></button><a class="ghost" href="./">${t('to-lobby')}</a></div>`;
}

/**
 * Nothing is asked of me: what is shown may be ended, and so may the pause after it.
 * @param {import('./controls.js').Controls} controls
 * @param {Client.State} s
 */
export function waitingHtml(controls, s) {
  const go = s.listen ? '' : readyHtml(s, true, !controls.status?.ready);
  return go ? `<div class="acts n1">${go}</div>` : '<div class="acts quiet"></div>';
}

/** @param {import('./controls.js').Controls} controls @param {Client.State} s */
export function actsHtml(controls, s) {
  if (isClosed(s)) return closedTableHtml(controls, s);
  const bets = isBetting(s) && offersOf(s, 'bet').length ? chipRack(controls, s) : '';
  const toolActs = controls.actions.bets.tools ?? [];
  const acts = myOffers(s).filter(o => !hasOwnControl(s, o) && !toolActs.includes(o.act));
  if (controls.actions.bets.tools) return layoutActsHtml(controls, s, bets, acts);
  const { aside: minor = [], turn = [] } = s.table.felt;
  const bar = turn.length ? renderTurnBar(controls, s) : ''; // a new question also closes an open amount
  const [act, at] = controls.opened.split(':');
  const opened = act && offersOf(s, act).find(o => o.unit && (!at || o.seat === at));
  const closeButton = `<button type="button" class="ghost tool" data-id="shut">${t('close')}</button>`;
  if (opened)
    return `<div class="acts n2 with-sum">${
      at ? `<span class="for">${esc(handName(s.table, opened.seat))}</span>` : ''
    }${controls.amountField(opened)}${controls.button(s, opened, true, 2)}${closeButton}</div>`;
  if (at === '*' && offersOf(s, act).length)
    return `<div class="acts picks">${choiceButtons(controls, s, offersOf(s, act))}${closeButton}</div>`;
  if (controls.opened === '*' && (acts.some(o => minor.includes(o.act)) || barredRareActs(controls, s).length))
    return `<div class="acts picks">${rareActs(
      controls,
      s,
      acts.filter(o => minor.includes(o.act)),
      true,
    )}${closeButton}</div>`;
  if (bar)
    return `${bar}<div class="nots" role="group" aria-label="${t('not-open')}">${closedActs(s)
      .map(d => closedActButton(s.table, d))
      .join('')}${rareActs(
      controls,
      s,
      acts.filter(o => minor.includes(o.act)),
    )}<p class="whynot" hidden></p></div>`;
  // If several places are asked at once, they are answered one after the other.
  const mains = acts.filter(o => !minor.includes(o.act));
  const seat = mains[0]?.seat;
  const actsHere = mains.filter(o => o.seat === seat);
  actsHere.sort((a, b) => Number(b.act === s.listen?.default) - Number(a.act === s.listen?.default));
  const many = new Set(mains.map(o => o.seat)).size > 1;
  const decides = openPeriod(s) === 'decision';
  const sum = actsHere.find(o => o.unit);
  const stepper = sum ? controls.amountField(sum) : '';
  const buttons = actsHere.map((o, i) => controls.button(s, o, i === 0, actsHere.length)).join('');
  if (turn.length && !mains.length && !bets && !isClosed(s)) {
    const seatOffer = seatOfferHtml(controls, s);
    if (seatOffer)
      return (
        seatOffer +
        (acts.length
          ? `<div class="nots">${rareActs(
              controls,
              s,
              acts.filter(o => minor.includes(o.act)),
            )}</div>`
          : '')
      );
  }
  const ready = readyHtml(s, !mains.length && (!bets || Object.keys(s.bets).some(b => isMyBet(s, b))));
  if (turn.length && !mains.length && !bets)
    return `<div class="acts${ready ? ' n1' : ' quiet'}">${ready}${rareActs(
      controls,
      s,
      acts.filter(o => minor.includes(o.act)),
      true,
    )}</div>`; // no question: rare acts are one press away
  const side =
    (bets ? betTools(controls, s) : '') +
    rareActs(
      controls,
      s,
      acts.filter(o => minor.includes(o.act)),
    );
  const without = actsHere.length && decides ? closedDecisions(controls, s, actsHere) : '';
  const seatButton = mains.length || ready ? '' : sitOffer(s);
  const count = actsHere.length + (mayBeReady(s) || seatButton ? 1 : 0);
  return `${bets}<div class="acts n${count}${stepper ? ' with-sum' : ''}">${
    many ? `<span class="for">${esc(handName(s.table, seat))}</span>` : ''
  }${stepper}${side}${buttons}${ready}${seatButton}</div>${without}`;
}

/**
 * The rare acts behind their small button, for a row of its own.
 * @param {import('./controls.js').Controls} controls
 * @param {Client.State} s
 */
export function asideHtml(controls, s) {
  const { aside: minor = [] } = s.table.felt;
  const tools = rareActs(
    controls,
    s,
    myOffers(s).filter(o => minor.includes(o.act) && !hasOwnControl(s, o)),
  );
  return tools ? `<div class="nots">${tools}</div>` : '';
}

/**
 * The acts at a layout: those for all bets are among the tools, those with an amount or a choice open on request.
 * @param {import('./controls.js').Controls} controls
 * @param {Client.State} s
 * @param {string} chips
 * @param {Client.Offer[]} acts
 */
function layoutActsHtml(controls, s, chips, acts) {
  const oneOfEach = [...new Map(acts.map(o => [o.act, o])).values()];
  /** @param {string} act */
  const several = act => acts.filter(o => o.act === act).length > 1;
  const closeButton = `<button type="button" class="ghost tool" data-id="shut">${t('close')}</button>`;
  const opened = controls.opened ? offersOf(s, controls.opened) : null;
  if (opened?.length === 1)
    return `<div class="acts n2 with-sum">${controls.amountField(opened[0])}${controls.button(s, opened[0], true, 2)}${closeButton}</div>`;
  if (opened?.length) return `<div class="acts picks">${choiceButtons(controls, s, opened)}${closeButton}</div>`;
  const picks = oneOfEach.filter(o => several(o.act));
  const mains = oneOfEach.filter(o => !several(o.act));
  mains.sort((a, b) => Number(b.act === s.listen?.default) - Number(a.act === s.listen?.default));
  const tools = chips ? betTools(controls, s, picks) : '';
  const choices = chips
    ? ''
    : picks
        .map(o =>
          choiceButtons(
            controls,
            s,
            acts.filter(x => x.act === o.act),
          ),
        )
        .join('');
  const sit = chips ? '' : sitButton(s);
  if (sit && !choices && !mains.length) return `<div class="acts n1">${sit}</div>`;
  const ready = readyHtml(s, !mains.length && !choices && Object.keys(s.bets).some(b => isMyBet(s, b)));
  const count = mains.length + (mayBeReady(s) ? 1 : 0);
  return `${chips}<div class="acts n${count}${choices ? ' picks' : ''}">${choices}${tools}${mains
    .map((o, i) => controls.button(s, o, i === 0 && !choices, mains.length))
    .join('')}${ready}</div>`;
}

/** A button to sit down at a layout, for who has no place. @param {Client.State} s */
function sitButton(s) {
  const [free] = s.seats.some(x => x.yours) ? [] : offersOf(s, 'sit');
  return free
    ? `<div class="actbox"><button type="button" class="act first sitb" data-id="sit" data-act="sit" data-seat="${esc(free.seat)}"><b>${esc(t('sit'))}</b><small><span class="more">${esc(t('sit.first-bet'))}</span><u> · </u><span class="cl">§ ${esc(formatClause(free.law))}</span></small></button>${clauseLink(free.law, 'side')}</div>`
    : '';
}

/**
 * Rare acts, behind one small button; those with an amount open on request.
 * @param {import('./controls.js').Controls} controls
 * @param {Client.State} s
 * @param {Client.Offer[]} all
 */
function rareActs(controls, s, all, open = false) {
  if ((all.length || barredRareActs(controls, s).length) && !open)
    return `<div class="tools"><button type="button" class="ghost tool" data-id="open" data-open="*">${t('more-acts')}</button></div>`;
  /** @param {string} act */
  const several = act => all.filter(o => o.act === act).length > 1;
  /** @param {Client.Offer} o */
  const buttonOf = o =>
    `<button type="button" class="ghost tool" ${
      several(o.act)
        ? `data-id="open" data-open="${esc(o.act)}:*"`
        : o.unit && (o.low ?? 0) < (o.high ?? 0)
          ? `data-id="open" data-open="${esc(o.act)}:${esc(o.seat)}"`
          : `data-id="${esc(o.act)}:${esc(o.seat)}" data-act="${esc(o.act)}" data-seat="${esc(o.seat)}"`
    } title="${esc(
      [gameWord(s.table, `more.${o.act}`), `§ ${formatClause(o.law)}`].filter(Boolean).join(' '),
    )}"${o.disabled ? ' data-off="1"' : ''}>${esc(gameWord(s.table, `act.${o.act}`) || o.act)}<span class="cl">§ ${esc(formatClause(o.law))}</span></button>`;
  const no = barredRareActs(controls, s)
    .map(d => closedActButton(s.table, d))
    .join('');
  return all.length || no
    ? `<div class="tools">${[...new Map(all.map(o => [o.act, o])).values()]
        .map(buttonOf)
        .join('')}${no}</div>${no && open ? '<p class="whynot" hidden></p>' : ''}`
    : '';
}

/**
 * Rare acts that a clause forbids me now. Acts that are closed to everybody only if the game wants them shown.
 * @param {import('./controls.js').Controls} controls
 * @param {Client.State} s
 */
function barredRareActs(controls, s) {
  const { aside: minor = [] } = s.table.felt;
  const may = new Set(myOffers(s).map(o => o.act));
  const barred = barredActs(s).filter(
    o =>
      minor.includes(o.act) &&
      (o.note !== 'full' || s.table.felt.refused_to_all?.includes(o.act)) &&
      !hasOwnControl(s, o) &&
      !may.has(o.act),
  );
  return [...new Map(barred.map(o => [o.act, { ...o, why: whyBarred(s.table, o) }])).values()];
}

/**
 * Buttons for one choice of several, such as two of the dice.
 * @param {import('./controls.js').Controls} controls
 * @param {Client.State} s
 * @param {Client.Offer[]} all
 */
function choiceButtons(controls, s, all) {
  return `<span class="for">${esc(
    gameWord(s.table, `act.${all[0].act}`) || all[0].act,
  )} ${clauseLink(all[0].law)}</span>${all
    .map(
      o =>
        `<button type="button" class="ghost tool" data-id="${esc(o.act)}:${esc(o.seat)}" data-act="${esc(o.act)}" data-seat="${esc(o.seat)}">${esc(gameWord(s.table, o.seat) || o.seat)}</button>`,
    )
    .join('')}`;
}

/**
 * The usual decisions that are closed now; each says why, and under which clause, when it is pointed at, held or
 * focused.
 * @param {import('./controls.js').Controls} controls
 * @param {Client.State} s
 * @param {Client.Offer[]} actsHere
 */
function closedDecisions(controls, s, actsHere) {
  const { seat } = actsHere[0];
  const offered = new Set(actsHere.map(o => o.act));
  const closedOnes = (s.table.felt.decisions ?? []).filter(d => !offered.has(d.act));
  return closedOnes.length
    ? `<div class="nots" role="group" aria-label="${t('not-open')}">${closedOnes
        .map(d => {
          // A question that is asked only once was answered earlier: by me, or by the clock.
          const before = s.answered[d.act]?.[seat] ?? s.answered[d.act]?.[placeOf(seat)];
          const does = before && (gameWord(s.table, `does.${before.does}`) || before.does);
          const no = barredActs(s).find(o => o.act === d.act && o.seat === seat);
          const why = no
            ? whyBarred(s.table, no)
            : before
              ? t(before.late ? 'passed.late' : 'passed', { does })
              : gameWord(s.table, `missing.${d.act}`) || gameWord(s.table, `not.${d.act}`);
          const name = gameWord(s.table, `act.${d.act}`) || d.act;
          const ref = no?.law || before?.law || d.law;
          return `<button type="button" class="not" data-id="not:${esc(d.act)}" data-why="${esc(why)}" data-ref="${esc(ref)}" aria-disabled="true" aria-label="${esc(
            `${name}: ${t('not-open')}. ${why} § ${formatClause(ref)}`,
          )}"><s>${esc(name)}</s><span>§ ${esc(formatClause(ref))}</span></button>`;
        })
        .join('')}<p class="whynot" hidden></p></div>`
    : '';
}

/**
 * The acts at a closed table: take back a bet, deal if that is offered, leave the place.
 * @param {import('./controls.js').Controls} controls
 * @param {Client.State} s
 */
function closedTableHtml(controls, s) {
  const hasBets = Object.keys(s.bets).some(b => isMyBet(s, b));
  const deal = hasBets ? offersOf(s, 'deal')[0] : null;
  const tools =
    hasBets && offersOf(s, 'clear').length
      ? `<button type="button" class="ghost tool" data-id="clear" data-key="${keyLetter(s, 'clear')}"><kbd>${keyLetter(s, 'clear')}</kbd>${t('clear')}</button>`
      : '';
  const leave = s.table.individual ? [] : offersOf(s, 'leave').filter(o => isMyPlace(s, o.seat));
  const away = leave
    .map(
      o =>
        `<button type="button" class="ghost tool" data-id="leave:${esc(o.seat)}" data-act="leave" data-seat="${esc(o.seat)}">${esc(t('leave.place', { n: o.seat }))}</button>`,
    )
    .join('');
  return `<div class="acts n1">${
    tools || away ? `<div class="tools">${tools}${away}</div>` : ''
  }${deal ? controls.button(s, deal, true, 1) : ''}</div>`;
}

/**
 * A button to sit down for a player without a seat.
 * @param {import('./controls.js').Controls} controls
 * @param {Client.State} s
 */
function seatOfferHtml(controls, s) {
  const [first] = s.you?.places.length ? [] : offersOf(s, 'sit');
  const other = s.you?.places.length ? null : otherTable(s);
  if (other)
    return `<div class="acts n1"><div class="actbox"><a class="act first" href="${
      other.table ? `table.html?id=${encodeURIComponent(other.table)}` : './'
    }"><b>${esc(
      other.table ? listWord('go', other) : t('to-lobby'),
    )}</b><small>${esc(listWord(`off.${other.code}`, other))}<u> · </u><span class="cl">§ ${esc(formatClause(other.law))}</span></small></a>${clauseLink(other.law, 'side')}</div></div>`;
  return first
    ? `<div class="acts n1"><div class="actbox"><button type="button" class="act first" data-id="open" data-open="sit:${esc(first.seat)}" data-key="${esc(gameWord(s.table, 'key.sit'))}"><kbd>${esc(gameWord(s.table, 'key.sit'))}</kbd><b>${esc(gameWord(s.table, 'act.sit'))}</b><small>${esc(t('ring.take', { n: first.seat }))}<u> · </u><span class="cl">§ ${esc(formatClause(first.law))}</span></small></button>${clauseLink(first.law, 'side')}</div></div>`
    : '';
}

/** The hand that is asked, or "". @param {Client.State} s */
export const askedHand = s => s.listen?.awaiting?.find(name => handsOf(s, placeOf(name)).includes(name)) ?? '';
