// The returns of machines: the PAR sheet of each model.

import { wordGroup } from '../core/i18n.js';
import { barTable, clauseLink, plainTable, section, formatWhole } from './parts.js';
import { formatFigure, formatPercent, fractionValue } from './words.js';
import { esc } from '../core/text.js';

const { w, has } = wordGroup('study');
/** @param {string} name */
const partName = name => (has(`part.${name}`) ? w(`part.${name}`) : name);
/** @param {string} name */
const playName = name => (has(`simple.${name}`) ? w(`simple.${name}`) : name);
/** @param {number} x */
const formatNumber = (x, places = 1) => formatFigure(x, Number.isInteger(x) ? 0 : places);
/** @param {number} x */
const onceIn = x => w('once', { n: x >= 100 ? formatWhole(Math.round(x)) : formatNumber(x) });

/** The name of a combination: how many of which symbol. @param {House.PaidCombination} one */
const combinationName = one => `${one.many ? `${one.many} × ` : ''}${esc(String(one.name).replaceAll('-', ' '))}`;

/** @param {House.Band} one */
function bandText(one) {
  if (one.below === 0) return w('band.none');
  if (!one.from) return w('band.under', { n: one.below });
  return one.below ? w('band.to', { low: one.from, high: one.below }) : w('band.more', { n: one.from });
}

/** Where the return comes from, as one bar with parts. @param {House.ParSheet} sheet */
function partsHtml(sheet) {
  const list = Object.entries(sheet.parts ?? {});
  if (list.length < 2) return '';
  /** @param {string} name */
  const begins = name =>
    sheet.begins?.[name] ? `<small>${esc(w('begins', { n: formatNumber(sheet.begins[name].once_in) }))}</small>` : '';
  return `<h3>${w('parts')}</h3><div class="whence" role="img" aria-label="${esc(
    list.map(([name, p]) => `${partName(name)} ${formatPercent(p.returned_float, 2)}`).join('; '),
  )}">${list
    .map(([, p], i) => `<i class="w${i}" style="flex:${p.returned_float.toFixed(5)}"></i>`)
    .join('')}<i class="house" style="flex:${Math.max(0, 1 - sheet.returned_float).toFixed(5)}"></i></div>
    <ul class="key-list">${list
      .map(
        ([name, p], i) =>
          `<li><i class="w${i}"></i>${esc(partName(name))} <b>${formatPercent(p.returned_float, 2)}</b> ${begins(name)}</li>`,
      )
      .join('')}<li><i class="house"></i>${w('keeps')} <b>${formatPercent(1 - sheet.returned_float, 2)}</b></li></ul>`;
}

/** @param {House.ParSheet} sheet */
function combinationsHtml(sheet) {
  const rows = [...sheet.combinations].sort((a, b) => b.coins - a.coins || a.chance_float - b.chance_float);
  return `<details><summary>${w('combos')} (${rows.length})</summary>${plainTable(
    [w('combo.what'), w('combo.pays'), w('combo.chance'), w('combo.once')],
    rows.map(one => [
      combinationName(one),
      formatWhole(one.coins),
      formatPercent(one.chance_float, one.chance_float < 1e-6 ? 7 : 5),
      one.once_in >= 100 ? formatWhole(Math.round(one.once_in)) : formatNumber(one.once_in),
    ]),
  )}</details>`;
}

/** @param {House.ParSheet} sheet */
function everyBetHtml(sheet) {
  const simple = Object.keys(sheet.every_bet[0].simple);
  if (sheet.every_bet.length < 2 && !simple.length) return '';
  return `<details><summary>${w('every')} (${sheet.every_bet.length})</summary>${plainTable(
    [w(`every.${sheet.kind}`), w('returns'), w('hits'), w('spread'), ...simple.map(name => playName(name))],
    sheet.every_bet.map(one => [
      formatWhole(one.bet),
      formatPercent(one.returned_float, 4),
      formatPercent(one.hit_float, 3),
      formatFigure(one.deviation, 3),
      ...simple.map(name => formatPercent(one.simple[name].returned_float, 4)),
    ]),
  )}</details>`;
}

/** @param {House.ParSheet} sheet */
const volatilityHtml = sheet =>
  `<details><summary>${w('after')}</summary><p class="saying">${esc(w('after.say'))}</p>${plainTable(
    ['', '5 %', '95 %'],
    sheet.volatility.intervals.map(one => [
      esc(w('after.games', { n: formatWhole(one.games) })),
      formatPercent(one.low, 2),
      formatPercent(one.high, 2),
    ]),
  )}</details>`;

/** One model. @param {House.ParSheet} sheet @param {number} index */
function modelSection(sheet, index) {
  /** @param {string} key @param {string} text */
  const fact = (key, text) => `<div><dt>${w(key)}</dt><dd>${text}</dd></div>`;
  const r = sheet.readings;
  const top = sheet.top
    ? `${w('bets', { n: formatNumber(sheet.top.bets) })}<small>${onceIn(sheet.top.once_in)}</small>`
    : '';
  const spread = sheet.bands
    ? `<h3>${w('bands')}</h3><p class="saying">${esc(w('bands.say'))}</p>${barTable(
        sheet.bands.map(one => ({
          name: bandText(one),
          p: one.chance_float,
          text: one.chance_float >= 1e-3 ? formatPercent(one.chance_float, 2) : onceIn(1 / one.chance_float),
          cls: one.below === 0 ? 'lose' : 'win',
        })),
      )}`
    : '';
  return section(
    `model-${index}`,
    esc(sheet.model),
    `<div class="keeps par"><div><p class="big"><b>${formatPercent(sheet.returned_float, 4)}</b> ${w('returns')}</p>
    <div class="ends" aria-hidden="true"><span class="win" style="flex:${sheet.hit_float.toFixed(4)}"><b>${formatPercent(sheet.hit_float, 1)}</b>${sheet.hit_float > 0.2 ? ` ${w('hits')}` : ''}</span><span class="lose" style="flex:${(1 - sheet.hit_float).toFixed(4)}"><b>${formatPercent(1 - sheet.hit_float, 1)}</b></span></div></div>
    <dl>${fact(
      'keeps',
      formatPercent(1 - sheet.returned_float, 4),
    )}${fact('hits', formatPercent(sheet.hit_float, 3))}${fact(
      'spread',
      w('bets', { n: formatFigure(sheet.deviation, 3) }),
    )}${top ? fact('top', top) : ''}${sheet.cycle ? fact('cycle', formatWhole(sheet.cycle)) : ''}</dl></div>
    <div class="pair"><div>${partsHtml(sheet)}<p class="given">${esc(
      w('lawful', { least: formatPercent(fractionValue(r.required), 0), found: formatPercent(r.base.least_float, 4) }),
    )} ${clauseLink(r.laws[0])}</p><p class="given">${esc(
      w('model', { version: sheet.version, id: sheet.identity.slice(0, 16) }),
    )}</p></div><div>${spread}</div></div>${combinationsHtml(sheet)}${everyBetHtml(sheet)}${volatilityHtml(sheet)}`,
    '',
    'wide model',
  );
}

/** The sheets of all models, or of one machine. @param {{sheets: House.ParSheet[]}} answer */
export const machines = answer =>
  `<p class="saying lead">${esc(w('par.say'))}</p>${answer.sheets.map(modelSection).join('')}`;
