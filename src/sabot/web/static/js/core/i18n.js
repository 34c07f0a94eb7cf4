// Languages: texts of the interface and of games, money and time. Switches without a reload.

import { showWordsMissing, requireWords, loadWords, wordsOf } from './words.js';

export const LANGS = { pt: 'PT', en: 'EN', zh: '中文' };
const LOCALE = { pt: 'pt-PT', en: 'en-GB', zh: 'zh-Hant-MO' };
const languageListeners = new Set();

const storedLanguage = () => { try { return localStorage.getItem('sabot.lang'); } catch { return null; } };
const browserLanguage = () => (navigator.languages ?? [navigator.language]).map(l => l.toLowerCase().split('-')[0]).find(l => LANGS[l]) ?? 'en';
let currentLanguage = storedLanguage() ?? browserLanguage(), requestedLanguage = currentLanguage;
if (!LANGS[currentLanguage]) requestedLanguage = currentLanguage = browserLanguage();

export const lang = () => currentLanguage;
/** A language as HTML names it. @param {string} [as] */
export const htmlLang = (as = currentLanguage) => as === 'zh' ? 'zh-Hant' : as;
/** How numbers, days and sums are written. @param {string} [as] */
export const locale = (as = currentLanguage) => LOCALE[as];

document.documentElement.lang = htmlLang();
await requireWords(currentLanguage);

/** Speak another language from now on; every listener draws itself again. Without its words the page stays as it is. @param {string} to */
export async function switchLanguage(to) {
  requestedLanguage = LANGS[to] ? to : 'pt';
  const language = requestedLanguage;
  try { await loadWords(language); } catch { showWordsMissing(() => loadWords(language).then(() => language === requestedLanguage && switchLanguage(language)), true); return; }
  if (language !== requestedLanguage) return;
  currentLanguage = language;
  document.documentElement.lang = htmlLang();
  try { localStorage.setItem('sabot.lang', currentLanguage); } catch { /* a private window forgets */ }
  fillLabels(document);
  for (const fn of languageListeners) fn(currentLanguage);
}

/** Call fn after each change of language. @param {(lang: string) => void} fn */
export const onLanguageChange = fn => { languageListeners.add(fn); };

const fillIn = (text, facts = {}) => text.replace(/\{(\w+)\}/g, (all, name) => facts[name] ?? all);

/** Whether the pages have such a word. @param {string} key */
export const hasWord = key => key in wordsOf(currentLanguage);

/** The interface's own words. @param {string} key @param {object} [facts] @param {string} [as] a language whose words are here */
export const t = (key, facts, as = currentLanguage) => fillIn(wordsOf(as)?.[key] ?? wordsOf(currentLanguage)[key] ?? key, facts);

/** The interface's words for a number of things: one, and some others, have their own where they need them (`key.1`). @param {string} key @param {number} n @param {object} [facts] @param {string} [as] */
export const plural = (key, n, facts, as = currentLanguage) => t(hasWord(`${key}.${n}`) ? `${key}.${n}` : key, { n, ...facts }, as);

/** The words under one head of the catalogue. @param {string} head */
export const wordGroup = head => ({
  w: (key, facts, as) => t(`${head}.${key}`, facts, as),
  wn: (key, n, facts, as) => plural(`${head}.${key}`, n, facts, as),
  has: key => hasWord(`${head}.${key}`),
});

/** The game's words, from the table; "" when it has none. @param {any} table @param {string} key @param {object} [facts] @param {string} [as] */
export const gameWord = (table, key, facts, as = currentLanguage) => {
  const text = table?.words?.[as]?.[key] ?? table?.words?.pt?.[key];
  return text === undefined ? '' : fillIn(text, facts);
};

/** Why something takes no bets: what the house itself says, in the reader's language; what a person wrote, as it stands. @param {any} closed */
export const closureReason = closed => closed?.code && hasWord(`shut.${closed.code}`) ? t(`shut.${closed.code}`, closed.facts) : closed?.reason ?? '';

/** Why a coup is void: what the house itself says, in the reader's language; what a person wrote, as it stands. @param {any} table @param {string} cause */
export const voidCause = (table, cause) => gameWord(table, `cause.${cause}`) || (hasWord(`cause.${cause}`) ? t(`cause.${cause}`) : cause);

/** The name of the game in the reader's language. @param {any} table */
export const gameName = table => table.names?.[currentLanguage] ?? table.names?.pt ?? table.game;

/** Put words into every element with data-t (text), data-t-title (title) or data-t-label (aria-label). @param {ParentNode} [root] */
export function fillLabels(root = document) {
  for (const el of root.querySelectorAll('[data-t]')) el.textContent = t(el.dataset.t);
  for (const el of root.querySelectorAll('[data-t-title]')) el.title = t(el.dataset.tTitle);
  for (const el of root.querySelectorAll('[data-t-label]')) el.setAttribute('aria-label', t(el.dataset.tLabel));
}

// ---- the croupier's language ----------------------------------------------------------------------------

let tableLanguages = ['pt'];
/** The languages of the law of the table that is told from now on, once their words are here, and those in which it has calls made. @param {string[]} langs @param {string[]} [also] */
export const loadCallLanguages = async (langs, also = []) => { await requireWords(...langs, ...also); tableLanguages = langs; };
/** What a line hears, held back until the words are here in which its table's croupier calls. @param {(m: any) => void} handle @returns {(m: any) => void} */
export function afterCallWords(handle) {
  const queue = [];
  let ready = false, requested = false;
  return m => {
    if (ready) { handle(m); return; }
    queue.push(m);
    if (requested || m.t !== 'snapshot') return;
    requested = true;
    loadCallLanguages(m.table.languages ?? tableLanguages, [...m.table.calls?.always ?? [], ...m.table.calls?.foreign ?? []]).then(() => { ready = true; queue.splice(0).forEach(x => handle(x)); });
  };
}

/** What the croupier calls in: the reader's language where the law has it, else the law's first. */
export const callLanguage = () => tableLanguages.includes(currentLanguage) ? currentLanguage : tableLanguages[0];

/** The languages of a call at a table: those that its law orders, else the croupier's. What foreign players are owed beside them, a reader of that language reads below. @param {any} table */
export const callLanguages = table => {
  const { always = [], foreign = [] } = table?.calls ?? {};
  return !always.length ? [callLanguage()] : always.includes(currentLanguage) ? always : [...always, ...foreign.filter(one => one !== currentLanguage)];
};

// ---- the signs between words ----------------------------------------------------------------------------

/** A sentence with its full stop. @param {string} text @param {string} [as] */
export const endSentence = (text, as = currentLanguage) => /[.!?…。！？]$/.test(text) ? text : `${text}${t('sign.stop', {}, as)}`;
/** "place: what"; one alone where the other is lacking. @param {string} of @param {string} what @param {string} [as] */
export const joinWithColon = (of, what, as = currentLanguage) => of && what ? `${of}${t('sign.colon', {}, as)}${what}` : of || what || '';
/** Things one after another, empty ones left out. @param {any[]} all @param {string} [as] */
export const joinList = (all, as = currentLanguage) => all.filter(Boolean).join(t('sign.list', {}, as));
/** The same where the things have commas of their own. @param {any[]} all @param {string} [as] */
export const joinPhrases = (all, as = currentLanguage) => all.filter(Boolean).join(t('sign.lists', {}, as));
/** Sentences one after another, each ended. @param {any[]} all @param {string} [as] */
export const joinSentences = (all, as = currentLanguage) => all.map(x => String(x || '').trim()).filter(Boolean).map(x => endSentence(x, as)).join(t('sign.gap', {}, as));
/** "what (aside)". @param {string} what @param {string} aside @param {string} [as] */
export const withAside = (what, aside, as = currentLanguage) => aside ? t('sign.within', { what, aside }, as) : what;

// ---- money and time ------------------------------------------------------------------------------------

const numberFormats = new Map();
const numberFormat = (places, currency, as = currentLanguage) => {
  const key = as + places + currency;
  if (!numberFormats.has(key)) numberFormats.set(key, new Intl.NumberFormat(LOCALE[as], { ...(currency ? { style: 'currency', currency } : {}), minimumFractionDigits: places, maximumFractionDigits: places, useGrouping: 'always' }));
  return numberFormats.get(key);
};
const CODES = { '€': 'EUR' };
let currentCurrency = 'EUR';
/** The currency of the table that is told from now on, by its sign. @param {string|undefined} sign */
export const setCurrency = sign => { currentCurrency = CODES[sign] ?? sign ?? 'EUR'; };
/** What is made while another currency holds: a list tells tables of several. @template T @param {string|undefined} sign @param {() => T} make @returns {T} */
export const inCurrency = (sign, make) => { const previous = currentCurrency; setCurrency(sign); try { return make(); } finally { currentCurrency = previous; } };
const decimals = cents => cents % 100 ? 2 : 0;
/** Cents as a full sum: 1 220,00 €. @param {number} cents */
export const formatFullSum = cents => numberFormat(2, currentCurrency).format(cents / 100);
/** Cents as short as they go: 15 €, 7,50 €, MOP 15. @param {number} cents @param {string} [as] */
export const formatSum = (cents, as = currentLanguage) => numberFormat(decimals(cents), currentCurrency, as).format(cents / 100);
/** The limits of a table: of its bets, or the least bet and what players bring where no bet has a fixed maximum. @param {any} x */
export const formatLimits = x => x.brings ? t('limits.brings', { min: formatSum(x.minimum), cave: formatBuyIn(x) }) : t('limits', { min: formatSum(x.minimum), max: formatSum(x.maximum) });
/** What players bring to a table. @param {any} x */
export const formatBuyIn = ({ brings: [low, high] }) => low === high ? formatSum(low) : high ? formatRange(low, high) : t('limits.from', { cave: formatSum(low) });
/** From one sum to another: 5 – 150 €. @param {number} from @param {number} to */
export const formatRange = (from, to) => numberFormat(Math.max(decimals(from), decimals(to)), currentCurrency).formatRange(from / 100, to / 100).replace(/\s*[-–]\s*/, ' – ');
/** Cents as they go where the currency is known: 1 220. @param {number} cents */
export const formatNumber = cents => numberFormat(decimals(cents), '').format(cents / 100);
/** Demo credits, which are of no currency: 1 000 créditos. @param {number} cents */
export const formatCredits = cents => t('credits.n', { n: formatNumber(cents) });
/** Cents as they stand on a chip: 15, 7,5, 1,2k. @param {number} cents */
export const formatChip = cents => {
  const v = cents / 100, text = v >= 10_000 ? `${Math.round(v / 1000)}k` : String(Math.round(v * 100) / 100);
  return currentLanguage === 'pt' ? text.replace('.', ',') : text;
};
/** Cents as they are typed: 7,50. @param {number} cents */
export const formatInput = cents => (cents / 100).toFixed(2).replace('.', currentLanguage === 'pt' ? ',' : '.');
/**
 * Cents of a sum as people type it in the page's language: 1 220,50 or 1.220,50, 1,220.50, １２２０; a lone sign that cannot
 * part thousands there is the decimal one. NaN for what is no sum. @param {string} text
 */
export function parseSum(text) {
  const bare = text.normalize('NFKC').replace(/[\s€$]|MOP/g, ''), group = currentLanguage === 'pt' ? '.' : ',', marks = bare.replace(/\d/g, '');
  const grouped = new RegExp(`^\\d{1,3}(?:\\${group}\\d{3})+(?:[^\\d\\${group}]\\d{1,2})?$`).test(bare);
  const plain = grouped ? bare.replaceAll(group, '') : marks.length > 1 ? '' : bare;
  const [, whole, part = ''] = /^(\d+)(?:[.,](\d{1,2}))?$/.exec(plain) ?? [];
  return whole === undefined ? NaN : Number(whole) * 100 + Number(part.padEnd(2, '0'));
}
/** A gain or a loss, always with its sign. @param {number} cents */
export const formatNet = (cents, short = false, as = short ? formatSum : formatFullSum) => `${cents > 0 ? '+' : cents < 0 ? '−' : ''}${as(Math.abs(cents))}`;
export const netClass = cents => cents > 0 ? 'up' : cents < 0 ? 'down' : '';

/** Seconds as 0:42:10. @param {number} s */
export const formatDuration = s => `${Math.floor(s / 3600)}:${String(Math.floor(s / 60) % 60).padStart(2, '0')}:${String(Math.floor(s) % 60).padStart(2, '0')}`;
/** @param {number|string} at unix seconds, or a date text */
export const formatTime = at => new Date(typeof at === 'number' ? at * 1000 : at).toLocaleString(LOCALE[currentLanguage], { dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' });

// ---- what is spoken -------------------------------------------------------------------------------------

/** A small number in words, as it is called at the table. @param {number} n @param {string} [as] */
export const numberInWords = (n, as = currentLanguage) => hasWord(`number.${n}`) ? t(`number.${n}`, {}, as)
  : n > 20 && n < 40 ? t('number.join', { ten: numberInWords(n < 30 ? 20 : 30, as), one: numberInWords(n % 10, as) }, as) : String(n);

/** "rei de copas", "king of hearts", "紅心K"; a hidden card says only that. @param {string|null} code */
export const cardName = code => code ? t('card.name', { rank: t(`rank.${code[0]}`), suit: t(`suit.${code[1]}`) }) : t('card.hidden');
/** The clause as it is printed: "15.a" of a full id, "interp. 4" of ir/4. @param {string} ref */
export const formatClause = ref => {
  const rule = ref.split('/').pop() ?? '', [head, ...rest] = rule.split('.');
  // What no text of law tells is known from an account; what stands in an annex is numbered there.
  return ref.startsWith('ir/') ? `${t('law.ir')} ${ref.slice(3)}` : head === 'told' ? t('law.told', { what: t(`law.told.${rest.join('.')}`) }) : head === 'annex' ? t('law.annex', { n: rest.join('.') }).trim() : rule;
};

/** A day as it is written: 7 de dezembro de 2001; a year stays one. @param {string} iso */
export const formatDay = iso => /^\d{4}-\d\d-\d\d$/.test(iso) ? new Date(`${iso}T12:00:00`).toLocaleDateString(LOCALE[currentLanguage], { dateStyle: 'long' }) : t('year', { n: iso });
