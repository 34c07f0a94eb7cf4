// Around a layout: the last results, the people, the marks of the house.

import { die, token } from '../core/chips.js';
import { formatSum, gameWord, t } from '../core/i18n.js';
import { locateBet } from '../core/state.js';
import { esc } from '../core/text.js';
import { setHtml } from '../core/update.js';
import { renderMarker, renderPuck } from './layout_drawing.js';
import { faces, thrown } from './layout_throws.js';
import { COLOUR_CLASSES } from './layout_zones.js';
import { roadBox } from './road_box.js';

/** Where the puck lies for a point, or for none. @param {House.Puck} puck @param {number | string} point */
const puckPlace = (puck, point) => puck[/** @type {keyof Omit<House.Puck, 'view'>} */ (String(point))];

/**
 * The boxes that win by the cards of this coup: of the winning hands, of ties and pairs, and those that were paid.
 * @param {Client.State} s
 */
function wonByCards(s) {
  const won = [];
  for (const [hand, { result }] of Object.entries(s.results))
    if (result === 'won') won.push(hand, `hand/${hand}`);
    else if (result === 'tie') won.push('tie', `tie/${hand}`);
  for (const e of s.steps) if (e.step === 'call' && e.call.startsWith('pair-')) won.push(e.call.replace('-', '/'));
  for (const [bet, f] of Object.entries(s.settlements)) if (f.pay) won.push(locateBet(s, bet).spot);
  return won;
}

/**
 * Draw the marker on the number and the puck on the point, and light the winning boxes.
 * @param {import('./layout.js').Layout} cloth
 * @param {Client.State} s
 * @param {number[] | null} fell
 */
export function drawMarks(cloth, s, fell) {
  const key = fell ? [...fell].sort((a, b) => a - b).join('-') : '';
  const won = new Set(
    fell
      ? cloth.felt.covers && cloth.felt.wheel
        ? [`straight/${fell[0]}`]
        : (cloth.felt.lit?.[key] ?? [])
      : cloth.felt.cards
        ? wonByCards(s)
        : [],
  );
  for (const x of cloth.targets.filter(o => o.zone))
    cloth.zoneOf
      .get(x.spot)
      ?.classList.toggle(
        'won',
        won.has(x.spot) || Boolean(cloth.felt.wheel && x.track && fell && Number(x.text) === fell[0]),
      );
  const out = [];
  const number = fell && cloth.felt.wheel ? cloth.targets.find(x => x.spot === `straight/${fell[0]}`) : null;
  if (number) {
    const deep = number.h < 50;
    const x = number.x + number.w * (number.path && !deep ? 0.6 : 0.2);
    const y = number.y + number.h * (deep ? 0.5 : number.path ? 0.72 : 0.3);
    out.push(renderMarker(cloth.felt.marks ?? '', x, y, cloth.tall ? 0.85 : 1.15));
  }
  /** @type {number} */
  const point = s.point ?? s.shown?.point ?? 0;
  const rest = cloth.data.puck;
  const where = rest && (!rest.view || rest.view === cloth.view) ? puckPlace(rest, point || 'off') : null;
  if (where) out.push(renderPuck(where, Boolean(point), cloth.tall));
  setHtml(cloth.things, out.join(''));
}

/**
 * Draw the last results: red high, zero in the middle, black low; dice as their points.
 * @param {import('./layout.js').Layout} cloth
 * @param {Client.State} s
 */
export function drawResults(cloth, s) {
  const { felt } = cloth;
  const results = cloth.data.roads ?? cloth.data.results;
  cloth.results.hidden = !results;
  if (!results) return;
  if (cloth.data.roads) {
    drawRoads(cloth, s);
    return;
  }
  positionBox(cloth, cloth.results, results);
  cloth.results.classList.toggle('row', 'row' in results && Boolean(results.row));
  cloth.results.classList.toggle('under', (results.h ?? 0) > 90);
  /** @type {string[]} */
  const list = (s.shown?.results ?? []).map(String);
  const fallen = cloth.moving ? null : thrown(cloth, s);
  /** @type {string[]} */
  const shownResults = fallen && felt.wheel && !s.over ? [String(fallen[0]), ...list] : list;
  const ol = felt.wheel
    ? shownResults
        .slice(0, cloth.tall ? (cloth.data.views ? 8 : 11) : Math.floor((results.w ?? 0) / 31))
        .map(n => `<li class="${COLOUR_CLASSES[felt.wheel?.colours[n] ?? ''] ?? 'z'}"><span>${esc(n)}</span></li>`)
        .join('')
    : list
        .slice(
          0,
          cloth.tall ? (cloth.data.views ? 5 : 7) : Math.min(12, Math.floor((results.w ?? 0) / (felt.heap ? 36 : 48))),
        )
        .map(v => {
          const d = felt.dice && faces(v, felt.dice.count ?? 0);
          return `<li class="d"><span>${d ? d.reduce((a, b) => a + b, 0) : esc(v)}</span>${d ? `<small>${d.join(' ')}</small>` : ''}</li>`;
        })
        .join('');
  const shown =
    felt.dice && cloth.tall && fallen
      ? `<li class="dice" aria-label="${fallen.join(' ')}">${fallen
          .map(v => `<svg viewBox="-50 -50 100 100" aria-hidden="true">${die(v)}</svg>`)
          .join('')}</li>`
      : '';
  setHtml(
    cloth.results,
    `<span class="eyebrow" title="${esc(t('past.note'))}">${esc(
      t(
        cloth.tall
          ? 'board.last'
          : felt.wheel || felt.heap
            ? 'board.numbers'
            : felt.dice
              ? 'board.throws'
              : 'board.hands',
      ),
    )}</span><ol class="${felt.wheel ? 'hist' : 'sums'}" title="${esc(t('past.note'))}">${shown}${ol || (shown ? '' : '<li class="none">–</li>')}</ol><small class="note">${esc(t('past.note'))}</small><button type="button" class="more" data-sheet="past" aria-label="${esc(t('past.title'))}"></button>`,
  );
}

/**
 * Draw the roads of this shoe beside the cloth; for screen readers the last coups in words.
 * @param {import('./layout.js').Layout} cloth
 * @param {Client.State} s
 */
function drawRoads(cloth, s) {
  const form = !cloth.tall ? 'wide' : cloth.root.classList.contains('short') ? 'low' : 'narrow';
  cloth.results.classList.add('roadbox', form);
  setHtml(cloth.results, roadBox(s, cloth.frameWidth, form));
}

/**
 * Draw who is at the table, with their colour and its value.
 * @param {import('./layout.js').Layout} cloth
 * @param {Client.State} s
 */
export function drawPeople(cloth, s) {
  const { felt, data, people: list } = cloth;
  const box = data.people;
  if (!list) return;
  const people = s.seats.filter(x => x.name || x.yours);
  list.hidden = !box;
  if (box) positionBox(cloth, list, box);
  const most = (box?.h ?? 0) > 90 ? 8 : 3;
  list.classList.toggle('many', most > 3);
  list.classList.toggle('line', (box?.h ?? 0) < 40);
  setHtml(
    list,
    `<span class="eyebrow">${esc(t(felt.colours ? 'board.values' : 'people'))}</span>${peopleList(s, people, most)}`,
  );
  list.classList.toggle('none', !people.length);
}

/**
 * A list of people with their colours, mine first, of at most so many.
 * @param {Client.State} s
 * @param {House.Place[]} people
 * @param {number} most
 */
export function peopleList(s, people, most) {
  const colours = s.shown?.colours ?? {};
  /** @param {House.Place} x */
  const personItem = x => {
    const v = colours[x.place]?.value ?? (s.table.felt.colours ? s.table.minimum : 0);
    const i = Number(x.place) - 1;
    return `<li class="${x.yours ? 'you' : ''}${x.online === false ? ' off' : ''}">${token(i, '', {}).replace(
      '<svg ',
      '<svg width="26" height="26" ',
    )}<span>${x.yours ? t('you') : esc(x.name)}${
      s.shown?.shooter === x.place ? `<b>${t('shooter')}</b>` : ''
    }${v ? `<b>${formatSum(v)}</b>` : ''}</span></li>`;
  };
  return `<ul>${[...people]
    .sort((a, b) => Number(Boolean(b.yours)) - Number(Boolean(a.yours)))
    .slice(0, most)
    .map(personItem)
    .join('')}${people.length > most ? `<li>+${people.length - most}</li>` : ''}</ul>`;
}

/** @param {import('./layout.js').Layout} cloth @param {Client.State} s */
export function labelEquipment(cloth, s) {
  const pan = cloth.root.querySelector('.crown');
  if (pan) pan.setAttribute('title', cloth.moving ? '' : gameWord(s.table, 'wheel') || '');
  const fell = thrown(cloth, s);
  const label = cloth.felt.wheel
    ? t('wheel', { n: cloth.moving ? '…' : (fell?.[0] ?? s.shown?.results?.[0] ?? '–') })
    : '';
  cloth.svg.setAttribute('aria-label', [t('layout'), label].filter(Boolean).join('. '));
}

/**
 * Position a box of text as the felt data says.
 * @param {import('./layout.js').Layout} cloth
 * @param {HTMLElement} e
 * @param {Partial<House.Area>} box
 */
function positionBox(cloth, e, box) {
  const { x, y = 0, w: width = 0, h: height = 0 } = box;
  if (cloth.tall || x === undefined) {
    e.removeAttribute('style');
    return;
  }
  const [w, h] = cloth.data.size;
  Object.assign(e.style, {
    left: `${(x / w) * 100}%`,
    top: `${(y / h) * 100}%`,
    width: `${(width / w) * 100}%`,
    height: `${(height / h) * 100}%`,
  });
}
