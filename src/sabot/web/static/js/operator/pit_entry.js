// The entry of what happened at a real table: the keys of the cards, the next step, the faults.

import { timerRing } from '../core/chips.js';
import { byId as $, focusedElement } from '../core/dom.js';
import { cardName, fillLabels, gameName, gameWord, joinList, lang, t, wordGroup } from '../core/i18n.js';
import { pip } from '../core/kit.js';
import { deferWhilePressed } from '../core/press.js';
import * as store from '../core/store.js';
import { clauseLink, esc } from '../core/text.js';
import { handName, otherBettors } from '../record/names.js';
import { page } from './pit_page.js';

export const { has, w } = wordGroup('staff');
export const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'];
export const SUITS = ['S', 'H', 'D', 'C'];
/** @param {string} s */
export const suitKey = s => w(`pit.key.${s}`);
/** @param {string} act */
export const may = act => page.me?.may.includes(act);

// ---- what is drawn -----------------------------------------------------------------------------------------

/** @param {HTMLElement} el @param {string} html */
export const setHtml = (el, html) => {
  if (el._html !== html) {
    const key = el.contains(document.activeElement) ? focusedElement()?.dataset.k : '';
    el._html = html;
    el.innerHTML = html;
    if (key) (el.querySelector(`[data-k="${key}"]`) ?? el.querySelector('button:not(:disabled)'))?.focus();
  }
};
/** @param {string} suit */
const suitSvg = suit =>
  `<svg class="suit" viewBox="-50 -50 100 100" aria-hidden="true">${pip(suit, 0, 0, 92, {
    engraved: true,
    fill: undefined,
  })}</svg>`;

/** The keypad: a rank, then a suit; each suit shows its key. @param {string} chosen */
function keypad(chosen) {
  const ranks = RANKS.map(
    r =>
      `<button type="button" class="key" data-k="r${r}" data-rank="${r}" aria-pressed="${r === chosen}" aria-label="${esc(t(`rank.${r}`))}">${r === 'T' ? '10' : r}</button>`,
  ).join('');
  const suits = SUITS.map(
    s =>
      `<button type="button" class="key suitkey" data-k="s${s}" data-suit="${s}"${chosen ? '' : ' disabled'} aria-label="${esc(cardName(`${chosen || 'A'}${s}`))}">${suitSvg(s)}<kbd>${suitKey(s)}</kbd></button>`,
  ).join('');
  return `<div class="pad"><div class="ranks" role="group" aria-label="${w('pit.rank')}">${ranks}</div><div class="suits" role="group" aria-label="${w('pit.suit')}">${suits}</div></div>`;
}

export const draw = deferWhilePressed(() => {
  fillLabels();
  $('who').textContent = page.me ? `${page.me.name}, ${w(`role.${page.me.role}`)}` : '';
  if (!page.me) {
    setHtml($('next'), `<h1>${w('door')}</h1><p>${w('pit.door')}</p>`);
    setHtml($('enter'), `<a class="act first plain door" href="staff.html"><b>${w('door')}</b></a>`);
    return;
  }
  const table = page.live.table;
  if (table) {
    $('game').textContent = gameName(table);
    $('where').textContent = table.name;
    document.title = `${table.name} · ${w('pit')}`;
  }
  if (!page.next) return;
  const left = page.deadline ? Math.max(0, Math.ceil((page.deadline - performance.now()) / 1000)) : -1;
  if (page.next.waits !== 'croupier' || !may('enter')) {
    const names = [
      ...new Set(
        (page.live.listen?.awaiting ?? [])
          .filter(x => /^\d/.test(x))
          .map(h => {
            const seat = page.live.seats.find(x => x.place === store.placeOf(h));
            const by = store.openPeriod(page.live) === 'follow' ? otherBettors(page.live, h) : seat?.name;
            return `${handName(table, h)}${by ? ` (${by})` : ''}`;
          }),
      ),
    ];
    const asks =
      page.next.waits === 'players' && store.isBetting(page.live)
        ? w('pit.bets')
        : page.next.waits === 'players' && names.length
          ? w('pit.players', { who: joinList(names) })
          : w('pit.nobody');
    setHtml(
      $('next'),
      `<span class="eyebrow">${w('pit.wait')}</span><h1>${esc(asks)}</h1>${
        page.live.listen?.law ? `<p class="cite">${clauseLink(page.live.listen.law)}</p>` : ''
      }<span class="dial" id="dial">${left >= 0 ? timerRing(left, Math.max(left, page.clockTotal)) : ''}</span>`,
    );
    setHtml($('enter'), '');
  } else {
    const text = page.next.words?.[lang()] ?? page.next.words?.pt ?? page.next.step ?? '';
    const also = (page.next.also ?? [])
      .slice(0, 3)
      .map(l => clauseLink(l))
      .join(' ');
    setHtml(
      $('next'),
      `<span class="eyebrow">${w('pit.next')}</span><h1>${esc(
        text.charAt(0).toLocaleUpperCase() + text.slice(1),
      )}</h1><p class="cite">${clauseLink(page.next.law ?? '')} ${also}</p>`,
    );
    if (page.next.takes === 'card')
      setHtml(
        $('enter'),
        `${keypad(page.fault ? '' : page.rank)}${
          page.next.answers?.includes('??')
            ? `<button type="button" class="act plain unseen" data-k="un" data-unseen="1"><kbd>X</kbd><b>${w('pit.unseen')}</b></button>`
            : ''
        }<p class="typed" aria-live="polite">${
          page.rank && !page.fault ? `${page.rank === 'T' ? '10' : page.rank} …` : esc(w('pit.how'))
        }</p>`,
      );
    else if (page.next.takes === 'word')
      setHtml(
        $('enter'),
        `<div class="confirm">${(page.next.answers ?? [])
          .map(
            (a, i) =>
              `<button type="button" class="act plain${i ? '' : ' first'}" data-k="w${esc(a)}" data-word="${esc(a)}">${i ? '' : '<kbd>↵</kbd>'}<b>${esc(
                a === 'done' ? w('pit.done') : gameWord(table, `answer.${a}`) || a,
              )}</b></button>`,
          )
          .join('')}</div>`,
      );
    else
      setHtml(
        $('enter'),
        `<form class="numbers"><label>${w('pit.numbers')}<input name="fell" inputmode="numeric" autocomplete="off"></label><button class="act first plain"><b>${w('pit.done')}</b></button></form>`,
      );
  }
  drawFaults();
});

/** Whether the result of a throw is awaited, as numbers. */
export const awaitsThrow = () => page.next?.waits === 'croupier' && !['card', 'word'].includes(page.next.takes ?? '');

/** A field of a form by its name, if it has one. @param {HTMLFormElement} f @param {string} name */
export const fieldIn = (f, name) => /** @type {HTMLInputElement | null} */ (f.elements.namedItem(name));

/** The numbers typed in a form. @param {HTMLFormElement} f @returns {number[]} */
export const typedNumbers = f => (fieldIn(f, 'fell')?.value ?? '').trim().split(/\D+/).filter(Boolean).map(Number);

/** Draw the faults that can be reported now, and the form of the chosen one. */
function drawFaults() {
  const list = page.next?.faults ?? [];
  const mayNow = page.next?.waits === 'croupier' ? may('enter') : may('fault');
  if (page.fault && !list.includes(page.fault.kind)) page.fault = null;
  const buttons = list
    .map(
      k =>
        `<button type="button" class="ghost" data-k="f${esc(k)}" data-fault="${esc(k)}" aria-pressed="${page.fault?.kind === k}"${mayNow ? '' : ' disabled'}>${esc(
          gameWord(page.live.table, `incident.${k}`) || k,
        )}</button>`,
    )
    .join('');
  const hands = [
    ...new Set([...(page.live.table?.felt.places ?? []).map(p => p.place), ...Object.keys(page.live.hands)]),
  ]
    .filter(h => /^\d/.test(h))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const more = page.next?.details?.find(d => d.kind === page.fault?.kind);
  const seats = more?.seats ?? hands;
  /** @param {number} cents */
  const sum = cents => (cents / 100).toFixed(2);
  const form = page.fault
    ? `<form class="fault" novalidate><p class="ask">${esc(
        gameWord(page.live.table, `incident.${page.fault.kind}`) || page.fault.kind,
      )}</p>
    ${
      awaitsThrow()
        ? `<label>${w('pit.numbers')}<input name="fell" inputmode="numeric" autocomplete="off"></label>`
        : `<label>${w('pit.fault.card')}<input name="card" maxlength="3" autocomplete="off" placeholder="7H" value="${esc(page.fault.card)}"></label>`
    }
    <label>${w('pit.fault.seat')}<select name="seat">${more?.seats ? '' : '<option value=""></option>'}${seats
      .map(
        h =>
          `<option value="${h}"${h === page.fault.seat ? ' selected' : ''}>${esc(handName(page.live.table, h))}</option>`,
      )
      .join('')}</select></label>
    ${
      more?.unit
        ? `<label>${w('pit.fault.sum')}<input name="sum" type="number" inputmode="decimal" min="${sum(more.low ?? 0)}" max="${sum(more.high ?? 0)}" step="${sum(more.unit)}" value="${sum(more.low ?? 0)}"></label>`
        : ''
    }
    <label class="wide">${w(
      page.next.waits === 'croupier' ? 'pit.fault.note' : 'pit.fault.must',
    )}<textarea name="note" rows="2" maxlength="2000"></textarea></label>
    <div class="do"><button class="ghost go">${w('pit.fault.send')}</button><button type="button" class="ghost" data-k="cancel" data-cancel>${w('cancel')}</button></div></form>`
    : '';
  const html = `<h2>${w('pit.faults')}</h2>${
    list.length
      ? `<div class="list">${buttons}</div>${mayNow ? '' : `<p class="none">${w('pit.faults.who')}</p>`}`
      : `<p class="none">${w('pit.faults.none')}</p>`
  }${form}`;
  if ($('faulty')._html !== html) {
    setHtml($('faulty'), html);
    if (page.fault?.fresh) {
      page.fault.fresh = false;
      $('faulty').querySelector('input')?.focus();
    }
  }
}
