// A card whose long edge is bent up: its back, the strip that the edge shows, and a brass guard over the index.

import { back, card } from '../core/kit.js';

/** The content of a drawn card, without its frame. @param {string} svg */
const inner = svg => svg.replace(/<svg[^>]*>/, '').replace('</svg>', '');

const GUARD =
  '<rect width="25" height="47" rx="5" fill="url(#k-brass)" stroke="#5f441a" stroke-width=".9"/><rect x="3" y="3" width="19" height="41" rx="3" fill="none" stroke="#5f441a" stroke-opacity=".7" stroke-width=".8"/><g transform="translate(12.5 23.5)" fill="none" stroke="#5f441a"><rect x="-5" y="-5" width="10" height="10"/><rect x="-5" y="-5" width="10" height="10" transform="rotate(45)"/></g>';

/**
 * The card with so much of its width bent up, 0 to 1. What is not bent up is not drawn.
 * @param {string} code
 * @param {number} part
 */
export function peel(code, part) {
  if (part < 0.02) return back({ label: '' });
  const w = 100 * Math.min(part, 0.98);
  const f = 100 - w;
  const left = Math.max(-40, f - w);
  const flap = `M${f} 0H${left + 8}Q${left} 0 ${left} 8V132Q${left} 140 ${left + 8} 140H${f}`;
  return `<svg class="card" viewBox="0 0 100 140" overflow="visible" aria-hidden="true"><defs>
    <clipPath id="peel-back"><rect width="${f}" height="140"/></clipPath><clipPath id="peel-edge"><path d="${flap}Z"/></clipPath>
    <linearGradient id="peel-light"><stop stop-color="#000" stop-opacity="0"/><stop offset=".62" stop-color="#fff" stop-opacity=".35"/><stop offset=".86" stop-color="#000" stop-opacity=".1"/><stop offset="1" stop-color="#000" stop-opacity=".5"/></linearGradient>
    <linearGradient id="peel-dark"><stop stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".55"/></linearGradient></defs>
    <g clip-path="url(#peel-back)">${inner(back({ label: '' }))}<rect x="${f - w - 14}" width="16" height="140" fill="url(#peel-dark)"/></g>
    <g clip-path="url(#peel-edge)"><g transform="translate(${f - w} 0)">${inner(card(code, { label: '' }))}</g><rect x="${left}" width="${f - left}" height="140" fill="url(#peel-light)"/></g>
    <path d="${flap}" fill="none" stroke="#2a2417" stroke-opacity=".6"/><g transform="translate(${f - w - 2.5} -2.5)">${GUARD}</g></svg>`;
}

/** What a bent edge tells: cards that look alike there. @type {[name: string, ranks: string][]} */
const EDGES = [
  ['none', 'A23'],
  ['two', '45'],
  ['three', '678'],
  ['four', '9T'],
  ['frame', 'JQK'],
];

/**
 * The ranks that a card may still have when its edge is seen, and the name of what is seen there.
 * @param {string} code
 * @returns {[name: string, ranks: string[]]}
 */
export function edgeOf(code) {
  const [name, ranks] = EDGES.find(([, all]) => all.includes(code[0])) ?? EDGES[0];
  return [name, [...ranks]];
}
