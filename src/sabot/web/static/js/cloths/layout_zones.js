// The zones of a layout, and the targets in them that take a bet.

import { NOT_YET } from '../core/api.js';
import { hit } from '../core/dom.js';
import { lang, t } from '../core/i18n.js';
import { capitalise, esc } from '../core/text.js';
import { spotName } from '../record/names.js';
import { renderLettering, renderZone } from './layout_drawing.js';

const NS = 'http://www.w3.org/2000/svg';
/** @param {Element} parent @param {string} cls */
export const group = (parent, cls) => {
  const g = document.createElementNS(NS, 'g');
  g.setAttribute('class', cls);
  parent.append(g);
  return g;
};
/** @type {Record<string, string>} */
export const COLOUR_CLASSES = { green: 'z', red: 'r', black: 'b' };
/** @type {Record<string, [number, number]>} */
export const DIRECTIONS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

/**
 * What a box of a cloth is called in the reader's language; "" where its lettering says the same.
 * @param {Client.Described} table
 * @param {House.Zone} z
 */
function nameBelow(table, z) {
  const chinese = /\p{Script=Han}/u.test(z.text); // Macau prints both languages
  if (lang() === 'pt' || (chinese ? lang() === 'zh' : !/\p{L}{3}/u.test(z.text))) return '';
  const name = capitalise(spotName(table, z.spot));
  /** @param {string} text */
  const letters = text => text.toLowerCase().replace(/[\s-]+|\p{Script=Han}+/gu, '');
  return letters(name) === letters(z.text) ? '' : name;
}

/**
 * Draw zones, lines and lettering of the open view, and the targets of bets in it.
 * @param {import('./layout.js').Layout} cloth
 */
export function drawZones(cloth) {
  const d = cloth.data;
  /** @param {{view?: string}} x */
  const isInView = x => !x.view || x.view === cloth.view;
  const zones = d.zones.filter(isInView);
  const points = (d.points ?? []).filter(isInView);
  cloth.drawn.innerHTML =
    (d.lines ?? [])
      .filter(isInView)
      .map(l => `<path d="${l.path}" fill="none" stroke="#e6cf95" stroke-opacity=".75" stroke-width="1"/>`)
      .join('') +
    zones.map(z => renderZone(z, nameBelow(cloth.table, z))).join('') +
    (d.labels ?? []).filter(isInView).map(renderLettering).join('');
  cloth.zoneOf = new Map(zones.map((z, i) => [z.spot, cloth.drawn.querySelectorAll('.zone')[i]]));
  cloth.targets = [
    ...zones.map(z => ({
      ...z,
      cx: z.at?.[0] ?? z.x + z.w / 2,
      cy: z.at?.[1] ?? z.y + z.h / 2,
      zone: true,
      g: NOT_YET,
    })),
    ...points.map(p => ({ ...p, cx: p.x, cy: p.y, x: p.x - p.w / 2, y: p.y - p.h / 2, zone: false, g: NOT_YET })),
  ];
  // Rows of a grid for screen readers: boxes from top to bottom, then the lines between them.
  /** @type {import('./layout.js').Target[][]} */
  const rows = [];
  for (const target of [...cloth.targets].sort(
    (a, b) => Number(b.zone) - Number(a.zone) || (Math.abs(a.cy - b.cy) > 5 ? a.cy - b.cy : a.cx - b.cx),
  )) {
    const row = rows[rows.length - 1];
    if (row && row[0].zone === target.zone && Math.abs(row[0].cy - target.cy) <= 5) row.push(target);
    else rows.push([target]);
  }
  cloth.hits.setAttribute('aria-label', t('layout.grid'));
  cloth.hits.innerHTML = rows
    .map(
      row =>
        `<g role="row">${row
          .map(
            x =>
              `<g class="t" role="gridcell" tabindex="-1" data-spot="${esc(x.spot)}">${
                x.path ? `<path d="${x.path}"/>` : `<rect x="${x.x}" y="${x.y}" width="${x.w}" height="${x.h}"/>`
              }</g>`,
          )
          .join('')}</g>`,
    )
    .join('');
  /** @type {Iterable<Element>} */
  const drawnCells = cloth.hits.querySelectorAll('.t');
  const cells = new Map(/** @type {SVGGraphicsElement[]} */ ([...drawnCells]).map(g => [g.dataset.spot, g]));
  for (const target of cloth.targets) target.g = cells.get(target.spot) ?? target.g;
  for (const g of cells.values())
    g.onfocus = () => {
      cloth.focusedSpot = g.dataset.spot ?? '';
      // A press focuses too, and the finger would lie on the tip.
      if (g.matches(':focus-visible'))
        cloth.showTip(cloth.targets.find(x => x.spot === cloth.focusedSpot) ?? null, true);
    };
  if (cloth.views) {
    cloth.views.hidden = !d.views;
    cloth.views.innerHTML = (d.views ?? [])
      .map(
        v =>
          `<button type="button" data-view="${v.view}" aria-pressed="${v.view === cloth.view}">${esc(t(`view.${v.view}`))}<b></b></button>`,
      )
      .join('');
    cloth.views.onclick = e => {
      const b = hit(e, 'button');
      if (b) {
        cloth.view = b.dataset.view ?? '';
        cloth.lens.close();
        drawZones(cloth);
        cloth.render(cloth.last);
      }
    };
  }
  const c = d.choices && isInView(d.choices) ? d.choices : null;
  const [w, h] = d.size;
  cloth.choice.hidden = !c;
  if (c) {
    const ways = Object.keys(zones.find(z => z.spots)?.spots ?? {});
    Object.assign(cloth.choice.style, {
      left: `${(c.x / w) * 100}%`,
      top: `${(c.y / h) * 100}%`,
      width: `${(c.w / w) * 100}%`,
      height: `${(c.h / h) * 100}%`,
    });
    cloth.choice.setAttribute('aria-label', t('ways'));
    cloth.choice.innerHTML = `<span>${t('ways')}</span>${ways
      .map(
        n => `<button type="button" data-ways="${n}" aria-pressed="${n === cloth.ways}">${t('ways.n', { n })}</button>`,
      )
      .join('')}`;
    cloth.choice.onclick = e => {
      const b = hit(e, 'button');
      if (b) {
        cloth.ways = b.dataset.ways ?? '';
        drawZones(cloth);
        cloth.render(cloth.last);
      }
    };
  }
}

/**
 * The nearest target in a direction: straight ahead first.
 * @param {import('./layout.js').Layout} cloth
 * @param {import('./layout.js').Target} from
 * @param {number[]} direction
 */
export function nextTarget(cloth, from, [dx, dy]) {
  const ahead = cloth.targets
    .filter(o => o !== from)
    .map(o => {
      const x = o.cx - from.cx;
      const y = o.cy - from.cy;
      const on = x * dx + y * dy;
      const off = Math.abs(x * dy + y * dx);
      // A target that overlaps sideways counts as straight ahead.
      const reach = Math.max(0, off - (dx ? o.h + from.h : o.w + from.w) / 2);
      return { o, on, cost: on + off * 0.9 + reach * 4 };
    })
    .filter(c => c.on > 2);
  return ahead.sort((a, b) => a.cost - b.cost)[0]?.o ?? null;
}
