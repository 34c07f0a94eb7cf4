// The tip of a layout, and the light on what a bet covers.

import { formatClause, formatNet, formatSum, t } from '../core/i18n.js';
import { barredActs } from '../core/offers.js';
import { capitalise, esc } from '../core/text.js';
import { setHtml } from '../core/update.js';
import { spotName, whyBarred } from '../record/names.js';
import { netIfFalls } from './layout_nets.js';

/**
 * Light the boxes of all numbers that a target covers.
 * @param {import('./layout.js').Layout} cloth
 * @param {import('./layout.js').Target | null} target
 */
export function lightUp(cloth, target) {
  for (const z of cloth.litZones) z.classList.remove('lit');
  cloth.litZones = [];
  if (!target) return;
  const spot = cloth.spotOf(target);
  const numbers = cloth.felt.covers?.[spot] ?? [];
  cloth.litZones = [
    cloth.zoneOf.get(target.spot),
    ...numbers.map(n => cloth.zoneOf.get(`straight/${n}`)),
    ...(target.track ? numbers.map(n => cloth.zoneOf.get(`neighbours-5/${n}`)) : []),
  ].filter(z => z !== undefined);
  for (const z of cloth.litZones) z.classList.add('lit');
}

/**
 * The clause that forbids a bet.
 * @param {Client.State} s
 * @param {string} spot
 */
const barredBet = (s, spot) => barredActs(s).find(o => o.act === 'bet' && o.seat === spot);

/**
 * Name a target for screen readers, anew only if something in its name has changed.
 * @param {import('./layout.js').Layout} cloth
 * @param {Client.State} s
 * @param {import('./layout.js').Target} target
 */
export function drawLabel(cloth, s, target) {
  const { bets } = cloth.actions;
  const spot = cloth.spotOf(target);
  const offer = bets.offer(spot);
  const net = netIfFalls(cloth, s, target);
  const of = [s.table, spot, offer?.low, offer?.high, bets.sumOn(spot), net, offer ? null : barredBet(s, spot)];
  const old = target.labelOf;
  if (old && of.every((part, i) => part === old[i])) return;
  target.labelOf = of;
  const label = describe(cloth, s, target);
  if (target.g.getAttribute('aria-label') !== label) target.g.setAttribute('aria-label', label);
}

/**
 * A target in words: "Cavalo 17-20 · 17 a 1 · 2 a 60 € · tem 4 €".
 * @param {import('./layout.js').Layout} cloth
 * @param {Client.State} s
 * @param {import('./layout.js').Target} target
 * @param {boolean} rich
 */
function describe(cloth, s, target, rich = false) {
  const spot = cloth.spotOf(target);
  const kind = cloth.kindOfTarget(target);
  const offer = cloth.actions.bets.offer(spot);
  const have = cloth.actions.bets.sumOn(spot);
  const no = offer ? null : barredBet(s, spot);
  const pays = (kind?.pays ?? []).map(o => t('odds', { a: o.split(':')[0], b: o.split(':')[1] }));
  const ways = pays.length > 3 ? [pays[0], '…', pays[pays.length - 1]] : pays;
  const parts = [
    capitalise(spotName(s.table, spot)),
    ways.length ? t('pays', { odds: ways.join(' / ') }) : '',
    offer?.high ? t('amount.range', { low: formatSum(offer.low ?? 0), max: formatSum(offer.high) }) : '',
    have ? t('bet.have', { sum: formatSum(have) }) : '',
    no ? `${whyBarred(s.table, no)} § ${formatClause(no.law)}` : '',
  ].filter(Boolean);
  const net = netIfFalls(cloth, s, target);
  const falls = net === null ? '' : t('if-falls', { n: target.text, sum: net ? formatNet(net, true) : '=' });
  return rich
    ? `<b>${esc(parts[0])}</b>${parts
        .slice(1)
        .map(p => ` <span>${esc(p)}</span>`)
        .join('')}${falls ? `<em>${esc(falls)}</em>` : ''}`
    : [...parts, falls].filter(Boolean).join(' · ');
}

/**
 * Write the tip of a target and place it beside the target.
 * @param {import('./layout.js').Layout} cloth
 * @param {import('./layout.js').Target} target
 */
export function drawTip(cloth, target) {
  const s = cloth.last;
  const spot = cloth.spotOf(target);
  const html = describe(cloth, s, target, true);
  const where = `${spot} ${cloth.root.clientWidth} ${cloth.root.clientHeight}`;
  if (cloth.tip._html === html && cloth.tip.dataset.where === where) return;
  setHtml(cloth.tip, html);
  cloth.tip.dataset.where = where;
  const m = cloth.svg.getScreenCTM() ?? undefined;
  const box = cloth.root.getBoundingClientRect();
  const p = new DOMPoint(target.cx, target.y).matrixTransform(m);
  const q = new DOMPoint(target.cx, target.y + target.h).matrixTransform(m);
  const w = cloth.tip.offsetWidth;
  const h = cloth.tip.offsetHeight;
  const x = Math.max(4, Math.min(box.width - w - 4, p.x - box.left - w / 2));
  const up = p.y - box.top - h - 10;
  cloth.tip.style.transform = `translate(${x.toFixed(0)}px,${(up > 2
    ? up
    : Math.min(box.height - h - 4, q.y - box.top + 10)
  ).toFixed(0)}px)`;
}
