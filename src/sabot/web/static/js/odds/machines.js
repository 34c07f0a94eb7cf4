// The returns of machines: the PAR sheet of each model.

import { topic } from '../core/i18n.js';
import { barred, cite, lines, section, whole } from './parts.js';
import { figure, percent, value } from './words.js';
import { esc } from '../core/text.js';

const { w, has } = topic('study');
const part = name => has(`part.${name}`) ? w(`part.${name}`) : name;
const simply = name => has(`simple.${name}`) ? w(`simple.${name}`) : name;
const n = (x, places = 1) => figure(x, Number.isInteger(x) ? 0 : places);
const once = x => w('once', { n: x >= 100 ? whole(Math.round(x)) : n(x) });

/** The combination as it is known to the model: how many of what. */
const combo = one => `${one.many ? `${one.many} × ` : ''}${esc(String(one.name).replaceAll('-', ' '))}`;

function band(one) {
  if (one.below === 0) return w('band.none');
  if (!one.from) return w('band.under', { n: one.below });
  return one.below ? w('band.to', { low: one.from, high: one.below }) : w('band.more', { n: one.from });
}

/** Where the return comes from, as one bar of parts. */
function parts(sheet) {
  const list = Object.entries(sheet.parts ?? {});
  if (list.length < 2) return '';
  const begins = name => sheet.begins?.[name] ? `<small>${esc(w('begins', { n: n(sheet.begins[name].once_in) }))}</small>` : '';
  return `<h3>${w('parts')}</h3><div class="whence" role="img" aria-label="${esc(list.map(([name, p]) => `${part(name)} ${percent(p.returned_float, 2)}`).join('; '))}">${list.map(([, p], i) => `<i class="w${i}" style="flex:${p.returned_float.toFixed(5)}"></i>`).join('')}<i class="house" style="flex:${Math.max(0, 1 - sheet.returned_float).toFixed(5)}"></i></div>
    <ul class="key-list">${list.map(([name, p], i) => `<li><i class="w${i}"></i>${esc(part(name))} <b>${percent(p.returned_float, 2)}</b> ${begins(name)}</li>`).join('')}<li><i class="house"></i>${w('keeps')} <b>${percent(1 - sheet.returned_float, 2)}</b></li></ul>`;
}

function combos(sheet) {
  const rows = [...sheet.combinations].sort((a, b) => b.coins - a.coins || a.chance_float - b.chance_float);
  return `<details><summary>${w('combos')} (${rows.length})</summary>${lines([w('combo.what'), w('combo.pays'), w('combo.chance'), w('combo.once')], rows.map(one => [combo(one), whole(one.coins), percent(one.chance_float, one.chance_float < 1e-6 ? 7 : 5), one.once_in >= 100 ? whole(Math.round(one.once_in)) : n(one.once_in)]))}</details>`;
}

function every(sheet) {
  const simple = Object.keys(sheet.every_bet[0].simple);
  if (sheet.every_bet.length < 2 && !simple.length) return '';
  return `<details><summary>${w('every')} (${sheet.every_bet.length})</summary>${lines([w(`every.${sheet.kind}`), w('returns'), w('hits'), w('spread'), ...simple.map(name => simply(name))], sheet.every_bet.map(one => [whole(one.bet), percent(one.returned_float, 4), percent(one.hit_float, 3), figure(one.deviation, 3), ...simple.map(name => percent(one.simple[name].returned_float, 4))]))}</details>`;
}

const after = sheet => `<details><summary>${w('after')}</summary><p class="saying">${esc(w('after.say'))}</p>${lines(['', '5 %', '95 %'], sheet.volatility.intervals.map(one => [esc(w('after.games', { n: whole(one.games) })), percent(one.low, 2), percent(one.high, 2)]))}</details>`;

/** One model. @param {any} sheet @param {number} at */
function model(sheet, at) {
  const fact = (key, text) => `<div><dt>${w(key)}</dt><dd>${text}</dd></div>`, r = sheet.readings;
  const top = sheet.top ? `${w('bets', { n: n(sheet.top.bets) })}<small>${once(sheet.top.once_in)}</small>` : '';
  const spread = sheet.bands ? `<h3>${w('bands')}</h3><p class="saying">${esc(w('bands.say'))}</p>${barred(sheet.bands.map(one => ({ name: band(one), p: one.chance_float, told: one.chance_float >= 1e-3 ? percent(one.chance_float, 2) : once(1 / one.chance_float), cls: one.below === 0 ? 'lose' : 'win' })))}` : '';
  return section(`model-${at}`, esc(sheet.model), `<div class="keeps par"><div><p class="big"><b>${percent(sheet.returned_float, 4)}</b> ${w('returns')}</p>
    <div class="ends" aria-hidden="true"><span class="win" style="flex:${sheet.hit_float.toFixed(4)}"><b>${percent(sheet.hit_float, 1)}</b>${sheet.hit_float > .2 ? ` ${w('hits')}` : ''}</span><span class="lose" style="flex:${(1 - sheet.hit_float).toFixed(4)}"><b>${percent(1 - sheet.hit_float, 1)}</b></span></div></div>
    <dl>${fact('keeps', percent(1 - sheet.returned_float, 4))}${fact('hits', percent(sheet.hit_float, 3))}${fact('spread', w('bets', { n: figure(sheet.deviation, 3) }))}${top ? fact('top', top) : ''}${sheet.cycle ? fact('cycle', whole(sheet.cycle)) : ''}</dl></div>
    <div class="pair"><div>${parts(sheet)}<p class="given">${esc(w('lawful', { least: percent(value(r.required), 0), found: percent(r.base.least_float, 4) }))} ${cite(r.laws[0])}</p><p class="given">${esc(w('model', { version: sheet.version, id: sheet.identity.slice(0, 16) }))}</p></div><div>${spread}</div></div>${combos(sheet)}${every(sheet)}${after(sheet)}`, '', 'wide model');
}

/** The sheets of all models, or of one machine. @param {any} told */
export const machines = told => `<p class="saying lead">${esc(w('par.say'))}</p>${told.sheets.map(model).join('')}`;
