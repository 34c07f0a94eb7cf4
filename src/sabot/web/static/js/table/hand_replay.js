// A hand of poker that is over, drawn step by step on the table where it was played: one's own, or one of a file.

import { PotTable } from '../cloths/ring.js';
import { NOT_YET, asRefusal, get, post } from '../core/api.js';
import { byId as $, find, hit } from '../core/dom.js';
import { fold } from '../core/fold.js';
import { setUpHeader } from '../core/header.js';
import { fillLabels, gameName, joinList, onLanguageChange, loadCallLanguages, setCurrency, t } from '../core/i18n.js';
import { empty } from '../core/state.js';
import { clauseLink, esc } from '../core/text.js';
import { eventRows } from '../record/narration.js';

const STEP_MS = 1100; // milliseconds a step is shown while the hand plays by itself

/** @typedef {{table: Client.Table, events: Client.Event[], names: Record<string, string>, mine: string, note: string, headings: string[], at: number}} Shown */

/** @type {Shown | null} */
let hand = null;
/** The state after each event, and the events after which the picture stops. @type {Client.State[]} */
let states = [];
/** @type {number[]} */
let stops = [];
/** The stops at which common cards are dealt. @type {number[]} */
let streets = [];
let at = 0;
let timer = 0;
let wrong = '';
let fileText = '';

setUpHeader(find(document, '.top'));
const cloth = new PotTable($('board'), { sit: () => undefined });

/** Whether an event begins something new to look at. @param {Client.Event} e @param {Client.Event | undefined} before */
const begins = (e, before) =>
  Boolean(e.answer) ||
  (e.step === 'deal' && e.to !== 'burn' && (before?.step !== 'deal' || before.to === 'burn')) ||
  (['reveal', 'turn', 'result'].includes(e.step ?? '') && before?.step !== e.step) ||
  (e.step === 'call' && Boolean(e.seat) && e.facts?.amount !== undefined);

/** @param {Shown} shown */
function setHand(shown) {
  hand = shown;
  setCurrency(shown.table.currency);
  const places = Object.keys(shown.names);
  /** @type {Client.State} */
  let s = {
    ...empty(),
    table: shown.table,
    seats: places.map(place => ({ place, name: shown.names[place], yours: place === shown.mine, online: true })),
  };
  states = [];
  stops = [];
  streets = [];
  // What comes before the cards, such as who sat down, is one step.
  const first = shown.events.findIndex(e => e.step === 'deal' && e.to in shown.names);
  shown.events.forEach((e, i) => {
    s = fold(s, e);
    states.push(s);
    if (i >= first && begins(e, shown.events[i - 1])) {
      if (e.step === 'deal' && e.to === shown.table.felt.ring?.board) streets.push(stops.length);
      stops.push(i - 1);
    }
  });
  stops.push(shown.events.length - 1);
  at = 0;
  pause();
  draw(false);
}

const pause = () => {
  clearInterval(timer);
  timer = 0;
};

/** @param {number} to */
function goTo(to) {
  const forward = to === at + 1;
  at = Math.max(0, Math.min(stops.length - 1, to));
  if (at === stops.length - 1) pause();
  draw(forward);
}

const UNTOLD = new Set(['listen', 'menu', 'begin', 'discard', 'shuffle', 'handle', 'cut']);
/** Events that a step tells. @param {number} step */
const told = step =>
  hand?.events
    .slice(step ? stops[step - 1] + 1 : 0, stops[step] + 1)
    .filter(e => !UNTOLD.has(e.step ?? '') && e.to !== 'burn') ?? [];

/** @param {Client.Event} e */
const named = e => {
  const place = String(e.seat ?? e.to ?? e.hand ?? e.bet ?? '').split('/')[0];
  const name = hand?.names[place];
  return e.by || !name || place === hand?.mine || name === t('place.n', { n: place }) ? e : { ...e, by: name };
};

/** The rows of a step, as the record tells them. @param {number} step */
const rowsOf = step => (hand && step ? eventRows(hand.table, told(step).map(named)).filter(row => row.html) : []);

/** The text of a step, as HTML. @param {number} step */
const stepHtml = step =>
  step
    ? rowsOf(step)
        .slice(0, 3)
        .map(row => row.html)
        .join('<br>')
    : esc(t('replay.begin'));

/** @param {boolean} [animate] */
function draw(animate = false) {
  fillLabels(document);
  const note = $('note');
  note.textContent = wrong || hand?.note || (hand ? '' : t('replay.empty'));
  note.classList.toggle('wrong', Boolean(wrong));
  const shown = hand;
  $('what').textContent = shown ? joinList([...new Set([gameName(shown.table), shown.table.name])]) : '';
  $('deck').hidden = !shown;
  const choice = /** @type {HTMLSelectElement} */ ($('hands'));
  choice.hidden = (shown?.headings.length ?? 0) < 2;
  if (!shown) return;
  if (!choice.hidden)
    choice.innerHTML = shown.headings
      .map(
        (heading, n) =>
          `<option value="${n}"${n === shown.at ? ' selected' : ''}>${esc(heading || t('replay.hand', { n: n + 1 }))}</option>`,
      )
      .join('');
  cloth.setRecord({ ...states[stops[at]], table: { ...shown.table, equity: '' } });
  cloth.render({ ...states[stops[at]], animate });
  $('now').innerHTML = stepHtml(at);
  const last = stops.length - 1;
  const position = t('replay.at', { n: at, all: last });
  $('deck').innerHTML = `${[
    ['first', '|‹', at === 0],
    ['back', '‹', at === 0],
  ]
    .map(([id, sign, off]) => button(String(id), String(sign), Boolean(off)))
    .join(
      '',
    )}<button type="button" class="ghost play" data-do="play">${esc(t(timer ? 'replay.pause' : 'replay.play'))}</button>${button('next', '›', at === last)}${button('last', '›|', at === last)}<input type="range" min="0" max="${last}" value="${at}" aria-label="${esc(t('replay.title'))}" aria-valuetext="${esc(position)}"><span class="streets">${[
    0,
    ...streets.map(n => n + 1),
  ]
    .map((to, n) => {
      const next = streets[n] ?? Infinity;
      const cards = n ? states[stops[to]].hands[shown.table.felt.ring?.board ?? '']?.cards.length : 0;
      return `<button type="button" class="ghost" data-to="${to}"${at >= to && at <= next ? ' aria-current="true"' : ''} aria-label="${esc(n ? t('race.cards', { n: cards }) : t('replay.street'))}">${cards}</button>`;
    })
    .join('')}</span><span class="sr" role="status">${esc(position)}</span>`;
  $('story').innerHTML = stops
    .map((_, step) => {
      const law = rowsOf(step).find(row => row.law)?.law;
      return `<li class="${step === at ? 'now' : step > at ? 'later' : ''}"><button type="button" data-to="${step}"${step === at ? ' aria-current="step"' : ''}><span>${stepHtml(step)}</span></button>${law ? clauseLink(law) : ''}</li>`;
    })
    .join('');
  const list = $('story');
  list.scrollTop = /** @type {HTMLElement} */ (find(list, '.now')).offsetTop - list.clientHeight / 2;
}

/** @param {string} id @param {string} sign @param {boolean} off */
const button = (id, sign, off) =>
  `<button type="button" class="ghost" data-do="${id}" aria-label="${esc(t(`replay.${id}`))}"${off ? ' disabled' : ''}>${sign}</button>`;

/** @type {Record<string, () => void>} */
const DEEDS = {
  first: () => goTo(0),
  back: () => goTo(at - 1),
  next: () => goTo(at + 1),
  last: () => goTo(stops.length - 1),
  play: () => {
    if (timer) pause();
    else {
      if (at === stops.length - 1) at = 0;
      timer = setInterval(() => goTo(at + 1), STEP_MS);
    }
    draw();
  },
};

document.addEventListener('click', e => {
  const to = hit(e, '[data-to]');
  const deed = hit(e, '[data-do]');
  if (!hand || (!to && !deed)) return;
  if (deed?.dataset.do !== 'play') pause();
  if (to) goTo(Number(to.dataset.to));
  else DEEDS[deed?.dataset.do ?? '']?.();
  const again = deed && $('deck').querySelector(`[data-do=${deed.dataset.do}]:not(:disabled)`);
  if (again) /** @type {HTMLElement} */ (again).focus();
});
$('deck').addEventListener('input', e => {
  pause();
  goTo(Number(/** @type {HTMLInputElement} */ (e.target).value));
});
document.addEventListener('keydown', e => {
  if (!hand || e.ctrlKey || e.metaKey || e.altKey || hit(e, 'input, select')) return;
  /** @type {Record<string, string>} */
  const keys = { ArrowRight: 'next', ArrowLeft: 'back', Home: 'first', End: 'last' };
  const id = keys[e.key] ?? (e.key === ' ' && !hit(e, 'button, a') ? 'play' : '');
  if (!id) return;
  e.preventDefault();
  if (id !== 'play') pause();
  DEEDS[id]();
});

/** @param {() => Promise<Shown>} load */
async function show(load) {
  try {
    const found = await load();
    await loadCallLanguages(found.table.languages);
    wrong = '';
    setHand(found);
  } catch (thrown) {
    wrong = asRefusal(thrown).message;
    draw();
  }
}

/** A hand of my own, from its receipt. @param {string} coup @returns {Promise<Shown>} */
async function ownHand(coup) {
  const receipt = /** @type {Client.Receipt} */ (
    /** @type {object} */ (await get(`/api/coups/${encodeURIComponent(coup)}/receipt`))
  );
  if (!receipt.laid.felt.ring) throw new Error(t('replay.empty'));
  const dealt = receipt.events.filter(e => e.step === 'deal' && /^\d+$/.test(e.to ?? ''));
  const mine = dealt.find(e => e.only)?.to ?? '';
  const places = [...new Set(dealt.map(e => e.to ?? ''))].sort((a, b) => Number(a) - Number(b));
  return {
    table: { ...NOT_YET, ...receipt.laid, to_come: [] },
    events: receipt.events,
    names: Object.fromEntries(places.map(p => [p, p === mine ? receipt.name : t('place.n', { n: p })])),
    mine,
    note: '',
    headings: [],
    at: 0,
  };
}

/** A hand of a file. @param {number} n @returns {Promise<Shown>} */
async function handOfFile(n) {
  const found = await post('/api/hands', { text: fileText, at: n });
  const { felt } = found.laid;
  const table = {
    ...NOT_YET,
    ...found.laid,
    to_come: [],
    felt: { ...felt, places: felt.places.slice(0, Object.keys(found.names).length) },
  };
  return {
    table,
    events: found.events,
    names: found.names,
    mine: found.mine,
    note: [found.here ? '' : t('replay.foreign', { source: found.source }), ...found.notes, ...found.differences]
      .filter(Boolean)
      .join(' '),
    headings: found.headings,
    at: found.at,
  };
}

/** Show the first hand of the chosen file, if one is chosen. */
async function openFile() {
  const [file] = /** @type {HTMLInputElement} */ ($('file')).files ?? [];
  if (!file) return;
  fileText = await file.text();
  await show(() => handOfFile(0));
}

$('file').addEventListener('change', openFile);
$('hands').addEventListener('change', () =>
  show(() => handOfFile(Number(/** @type {HTMLSelectElement} */ ($('hands')).value))),
);
$('open').addEventListener('submit', e => e.preventDefault());
onLanguageChange(() => draw());

const coup = new URLSearchParams(location.search).get('coup');
if (coup) show(() => ownHand(coup));
else draw();
openFile(); // one that was chosen before this script ran
