// The page of settings: what a person chooses for this device. Every change holds and shows at once.

import { byId as $, fieldOf, find, hit } from '../core/dom.js';
import { drawTileBand, setUpHeader } from '../core/header.js';
import { fillLabels, formatSum, lang, onLanguageChange, switchLanguage, t, wordGroup } from '../core/i18n.js';
import { back, card } from '../core/kit.js';
import { LANGS } from '../core/language.js';
import {
  BACKS,
  CLOTHS,
  DECKS,
  DELIVERED,
  LIMITS,
  MOTIONS,
  SOUND_LEVELS,
  changeSettings,
  onSettingsChange,
  settings,
  systemIsCalm,
} from '../core/settings.js';
import { preview } from '../core/sound.js';
import { esc } from '../core/text.js';
import { choiceHtml, row, showChosen, showVolume, switchHtml, volumeHtml } from './controls.js';
import { KeyTable } from './key_table.js';
import { dealSample, drawSample, drawSampleKeys } from './sample.js';

const { w } = wordGroup('set');
const main = find(document, 'main');
const felt = $('felt');
/** What was chosen when the page was opened. */
const before = settings();
const wasIn = lang();

setUpHeader(find(document, '.top'));
fillLabels(document);
drawTileBand($('frieze'));

/** @param {string} text */
const tell = text => {
  $('told').textContent = text;
};
const keys = new KeyTable($('keys'), () => show());

/** What each slider plays when it is let go. @type {Record<string, string>} */
const TRIALS = { cards: 'chips', ball: 'ball-drop', voice: 'place-your-bets' };
const NAMES = { pt: 'Português', en: 'English', zh: '繁體中文' };
const FOUR = ['AS', 'KH', 'QD', 'JC'];
/** Acts whose keys are printed on the sample table, where its game has them. */
const USUAL = [
  'hit',
  'stand',
  'fold',
  'call',
  'raise',
  'spin',
  'throw',
  'double',
  'show',
  'card',
  'repeat',
  'undo',
  'ready',
];
/** @param {string} deck */
const fan = deck =>
  `<span class="fan">${FOUR.map(c => `<span>${card(c, { compact: true, label: '', look: { deck } })}</span>`).join('')}</span>`;

/** Write the words of every part; what is chosen is shown by `show`. */
function draw() {
  document.title = `${w('title')} · Sabot`;
  $('langbs').innerHTML = Object.keys(LANGS)
    .map(
      as =>
        `<button type="button" lang="${as === 'zh' ? 'zh-Hant' : as}" data-lang-to="${as}" aria-pressed="${as === lang()}">${NAMES[/** @type {keyof typeof NAMES} */ (as)]}<small>${esc(formatSum(122000, as))}</small></button>`,
    )
    .join('');
  $('sound').innerHTML =
    `<h2 id="h-sound">${esc(w('sound'))} <small>${esc(w('sound.what'))}</small></h2>` +
    row(
      'sound',
      w('sound.all'),
      choiceHtml('sound', SOUND_LEVELS, v => w(`sound.${v}`)),
    ) +
    row('cards', w('volume.cards'), volumeHtml('cards')) +
    row('ball', w('volume.ball'), volumeHtml('ball')) +
    row('voice', w('voice'), `${volumeHtml('voice')}${switchHtml('voice')}`, w('voice.what'), 'voice') +
    row('late', w('late'), switchHtml('late'), w('late.what'));
  $('motion').innerHTML =
    `<h2 id="h-motion">${esc(w('motion'))}</h2>` +
    row(
      'motion',
      w('motion.what'),
      choiceHtml('motion', MOTIONS, v => w(`motion.${v}`)),
      '',
      'stack',
    ) +
    row('system', w('system'), switchHtml('system'), w(systemIsCalm() ? 'system.calm' : 'system.full'));
  $('deck').innerHTML =
    `<h2 id="h-deck">${esc(w('deck'))}</h2><div class="decks" role="group" aria-labelledby="h-deck">${DECKS.map(
      v => `<button type="button" data-field="deck" data-to="${v}">${fan(v)}${esc(w(`deck.${v}`))}</button>`,
    ).join('')}</div>` + row('largeIndex', w('large'), switchHtml('largeIndex'), w('large.what'));
  $('backs').innerHTML =
    `<h2 id="h-back">${esc(w('back'))}</h2><div class="backs" role="group" aria-labelledby="h-back">${BACKS.map(
      v =>
        `<button type="button" data-field="back" data-to="${v}"><span>${back({ label: '', look: { back: v } })}</span>${esc(w(`back.${v}`))}</button>`,
    ).join('')}</div>`;
  $('cloth').innerHTML =
    `<h2 id="h-cloth">${esc(w('cloth'))}</h2><div class="cloths" role="group" aria-labelledby="h-cloth">${CLOTHS.map(
      v =>
        `<button type="button" data-field="cloth" data-to="${v}" data-one-cloth="${v}">${esc(w(`cloth.${v}`))}</button>`,
    ).join('')}</div><p>${esc(w('cloth.what'))}</p>${row(
      'ask',
      w('ask'),
      `<span class="seg limit" role="group" aria-labelledby="n-ask"><button type="button" data-limit="-1" aria-label="${esc(w('ask.less'))}">−</button><output id="limit" aria-live="polite"></output><button type="button" data-limit="1" aria-label="${esc(w('ask.more'))}">+</button></span>`,
      w('ask.what'),
      'limitrow',
    )}`;
  if (keys.all.length || keys.problem) keys.draw();
  show();
}

/** Show what is chosen. */
function show() {
  const now = settings();
  showChosen(main, now);
  const at = LIMITS.indexOf(now.askOver);
  $('limit').textContent = now.askOver ? formatSum(now.askOver) : w('ask.never');
  for (const b of /** @type {HTMLButtonElement[]} */ ([...main.querySelectorAll('[data-limit]')]))
    b.disabled = !LIMITS[at + Number(b.dataset.limit)] && at + Number(b.dataset.limit) !== 0;
  $('motion')
    .querySelector('.seg')
    ?.classList.toggle('idle', now.system && systemIsCalm());
  const remark = main.querySelector('#r-system');
  if (remark) remark.textContent = w(systemIsCalm() ? 'system.calm' : 'system.full');
  keys.refresh();
  const acts = keys.actsOf(keys.game);
  drawSampleKeys(felt, USUAL.flatMap(act => acts.filter(one => one.act === act)).slice(0, 3));
}

main.addEventListener('click', e => {
  const b = /** @type {HTMLButtonElement | null} */ (hit(e, 'button'));
  if (!b || b.disabled) return;
  const { field, to, langTo, limit } = b.dataset;
  const flips = b.dataset.switch;
  if (langTo) switchLanguage(langTo);
  else if (field) changeSettings({ [field]: to });
  else if (flips) changeSettings({ [flips]: b.getAttribute('aria-checked') !== 'true' });
  else if (limit)
    changeSettings({ askOver: LIMITS[LIMITS.indexOf(settings().askOver) + Number(limit)] ?? settings().askOver });
  if (field === 'motion' || flips === 'system') dealSample(felt);
  if (field === 'sound') preview(TRIALS.cards);
});
main.addEventListener('input', e => {
  const slider = fieldOf(e);
  if (slider.dataset.volume) showVolume(slider);
});
// Let go: it holds, and is heard once.
main.addEventListener('change', e => {
  const slider = fieldOf(e);
  const what = slider.dataset.volume;
  if (!what) return;
  changeSettings({ volume: { ...settings().volume, [what]: Number(slider.value) } });
  preview(TRIALS[what], what === 'voice');
});

$('done').onclick = () => {
  const from = document.referrer && new URL(document.referrer);
  if (from && from.origin === location.origin && from.pathname !== location.pathname && history.length > 1)
    history.back();
  else location.href = './';
};
$('undo').onclick = () => {
  changeSettings({ ...before, language: settings().language });
  if (lang() !== wasIn) switchLanguage(wasIn);
  tell(t('set.undone'));
};
$('delivered').onclick = () => {
  changeSettings({ ...DELIVERED, language: settings().language });
  tell(t('set.reset'));
};

onSettingsChange(show);
onLanguageChange(draw);
drawSample(felt);
draw();
keys.load().then(show);
