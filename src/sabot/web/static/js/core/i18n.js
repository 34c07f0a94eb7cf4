// Languages: texts of the interface and of games, money and time. Switches without a reload.

import { LANGS, firstLanguage, tagOf, LOCALE } from './language.js';
import { changeSettings, chosenKey, onSettingsChange } from './settings.js';
import { showWordsMissing, requireWords, loadWords, wordsOf } from './words.js';

/** @type {Set<(lang: string) => void>} */
const languageListeners = new Set();

let currentLanguage = firstLanguage();
let requestedLanguage = currentLanguage;

export const lang = () => currentLanguage;
/** The tag of a language in HTML. @param {string} [as] */
export const htmlLang = (as = currentLanguage) => tagOf(as);
/** The locale in which numbers, days and sums are written. @param {string} [as] */
export const locale = (as = currentLanguage) => LOCALE[as];

document.documentElement.lang = htmlLang();
await requireWords(currentLanguage);

/**
 * Change the language of the page and call every listener. Until the words of that language are loaded the page stays
 * as it is.
 * @param {string} to
 */
export async function switchLanguage(to) {
  requestedLanguage = LANGS[to] ? to : 'pt';
  const language = requestedLanguage;
  const load = () => Promise.all([language, ...foreignCalls(language)].map(loadWords));
  try {
    await load();
  } catch {
    showWordsMissing(
      () => load().then(() => (language === requestedLanguage ? switchLanguage(language) : undefined)),
      true,
    );
    return;
  }
  if (language !== requestedLanguage) return;
  currentLanguage = language;
  document.documentElement.lang = htmlLang();
  changeSettings({ language: currentLanguage });
  fillLabels(document);
  for (const fn of languageListeners) fn(currentLanguage);
}
// Another page of this house was switched.
onSettingsChange(({ language }) => {
  if (language && language !== requestedLanguage) switchLanguage(language);
});

/** Call fn after each change of language. @param {(lang: string) => void} fn */
export const onLanguageChange = fn => {
  languageListeners.add(fn);
};

/** @param {string} text @param {Client.Facts} [facts] */
const fillIn = (text, facts = {}) => text.replace(/\{(\w+)\}/g, (all, name) => String(facts[name] ?? all));

/** Whether the catalogue has this word. @param {string} key */
export const hasWord = key => key in (wordsOf(currentLanguage) ?? {});

/**
 * A text of the interface.
 * @param {string} key
 * @param {Client.Facts} [facts]
 * @param {string} [as] a language whose words are here
 */
export const t = (key, facts, as = currentLanguage) =>
  fillIn(wordsOf(as)?.[key] ?? wordsOf(currentLanguage)?.[key] ?? key, facts);

/**
 * A text about a number of things. A number can have its own text, for instance `key.1`.
 * @param {string} key
 * @param {number} n
 * @param {Client.Facts} [facts]
 * @param {string} [as]
 */
export const plural = (key, n, facts, as = currentLanguage) =>
  t(hasWord(`${key}.${n}`) ? `${key}.${n}` : key, { n, ...facts }, as);

/**
 * Functions for the words under one prefix of the catalogue: a text, a text with a number, whether a text exists.
 * @param {string} head
 */
export const wordGroup = head => ({
  /** @param {string} key @param {Client.Facts} [facts] @param {string} [as] */
  w: (key, facts, as) => t(`${head}.${key}`, facts, as),
  /** @param {string} key @param {number} n @param {Client.Facts} [facts] @param {string} [as] */
  wn: (key, n, facts, as) => plural(`${head}.${key}`, n, facts, as),
  /** @param {string} key */
  has: key => hasWord(`${head}.${key}`),
});

/**
 * A text of the game, as its table has it; "" when it has none.
 * @param {Client.Named|null|undefined} table
 * @param {string} key
 * @param {Client.Facts} [facts]
 * @param {string} [as]
 */
export const gameWord = (table, key, facts, as = currentLanguage) => {
  const own = key.startsWith('key.') ? chosenKey(table?.words, key, as) : undefined;
  const text = own ?? table?.words?.[as]?.[key] ?? table?.words?.pt?.[key];
  return text === undefined ? '' : fillIn(text, facts);
};

/**
 * Why something takes no bets. The house's own reasons are translated; a reason that a person wrote is shown as it is.
 * @param {Partial<House.ClosedReason>|null|undefined} closed
 */
export const closureReason = closed =>
  closed?.code && hasWord(`shut.${closed.code}`) ? t(`shut.${closed.code}`, closed.facts) : (closed?.reason ?? '');

/**
 * Why a coup is void. The house's own reasons are translated; a reason that a person wrote is shown as it is.
 * @param {Client.Named|null|undefined} table
 * @param {string} cause
 */
export const voidCause = (table, cause) =>
  gameWord(table, `cause.${cause}`) || (hasWord(`cause.${cause}`) ? t(`cause.${cause}`) : cause);

/** The name of the game in the reader's language. @param {Client.Named|null|undefined} table */
export const gameName = table => table?.names?.[currentLanguage] ?? table?.names?.pt ?? table?.game ?? '';

/**
 * Put words into every element with data-t (text), data-t-title (title) or data-t-label (aria-label).
 * @param {ParentNode} [root]
 */
export function fillLabels(root = document) {
  for (const el of root.querySelectorAll('[data-t]')) el.textContent = t(el.dataset.t ?? '');
  for (const el of root.querySelectorAll('[data-t-title]')) el.title = t(el.dataset.tTitle ?? '');
  for (const el of root.querySelectorAll('[data-t-label]')) el.setAttribute('aria-label', t(el.dataset.tLabel ?? ''));
}

// ---- the croupier's language ----------------------------------------------------------------------------

let tableLanguages = ['pt'];
/** @type {House.CallLanguages | undefined} */
let tableCalls;
/** The languages in which calls are made for a foreign reader besides. @param {string} reader their language */
const foreignCalls = reader =>
  tableCalls?.always.length && !tableCalls.always.includes(reader) ? tableCalls.foreign : [];
/**
 * Set the languages of the table's law. Resolves when their words, and those of the languages in which it is called, are
 * loaded.
 * @param {string[]} langs
 * @param {House.CallLanguages} [calls]
 */
export const loadCallLanguages = async (langs, calls) => {
  tableCalls = calls;
  await requireWords(...langs, ...(calls?.always ?? []), ...foreignCalls(currentLanguage));
  tableLanguages = langs;
};
/**
 * Hold messages back until the words of the croupier's languages are loaded, and what the page needs besides; then
 * handle them in order.
 * @param {(m: any) => void} handle
 * @param {(table: Client.Table) => Promise<void>} [prepare]
 * @returns {(m: any) => void}
 */
export function afterCallWords(handle, prepare = async () => {}) {
  /** @type {Client.Message[]} */
  const queue = [];
  let ready = false;
  let requested = false;
  return m => {
    if (ready) {
      handle(m);
      return;
    }
    queue.push(m);
    if (requested || m.t !== 'snapshot') return;
    requested = true;
    Promise.all([loadCallLanguages(m.table.languages ?? tableLanguages, m.table.calls), prepare(m.table)]).then(() => {
      ready = true;
      queue.splice(0).forEach(x => handle(x));
    });
  };
}

/** The language in which the croupier calls: the reader's if the law allows it, else the first language of the law. */
export const callLanguage = () => (tableLanguages.includes(currentLanguage) ? currentLanguage : tableLanguages[0]);

/**
 * The languages in which a call is made: those that the law orders, else the croupier's. A reader whose language is not
 * among them also gets the one for foreign players; a call in the reader's own stands below.
 * @param {Client.Named|null|undefined} table
 */
export const callLanguages = table => {
  const { always = [], foreign = [] } = table?.calls ?? {};
  return !always.length
    ? [callLanguage()]
    : always.includes(currentLanguage)
      ? always
      : [...always, ...foreign.filter((/** @type {string} */ one) => one !== currentLanguage)];
};

// ---- the signs between words ----------------------------------------------------------------------------

/** Add a full stop where a text has none. @param {string} text @param {string} [as] */
export const endSentence = (text, as = currentLanguage) =>
  /[.!?…。！？]$/.test(text) ? text : `${text}${t('sign.stop', {}, as)}`;
/**
 * "place: what"; if one of them is empty, the other alone.
 * @param {string} of
 * @param {string} what
 * @param {string} [as]
 */
export const joinWithColon = (of, what, as = currentLanguage) =>
  of && what ? `${of}${t('sign.colon', {}, as)}${what}` : of || what || '';
/** Join with commas, without the empty ones. @param {unknown[]} all @param {string} [as] */
export const joinList = (all, as = currentLanguage) => all.filter(Boolean).join(t('sign.list', {}, as));
/** Join with semicolons: for items that have commas of their own. @param {unknown[]} all @param {string} [as] */
export const joinPhrases = (all, as = currentLanguage) => all.filter(Boolean).join(t('sign.lists', {}, as));
/** Join sentences, each with its full stop. @param {unknown[]} all @param {string} [as] */
export const joinSentences = (all, as = currentLanguage) =>
  all
    .map(x => String(x || '').trim())
    .filter(Boolean)
    .map(x => endSentence(x, as))
    .join(t('sign.gap', {}, as));
/** "what (aside)". @param {string} what @param {string} aside @param {string} [as] */
export const withAside = (what, aside, as = currentLanguage) => (aside ? t('sign.within', { what, aside }, as) : what);

// ---- money and time ------------------------------------------------------------------------------------

const numberFormats = new Map();
/** @param {number} places @param {string} currency @param {string} [as] @returns {Intl.NumberFormat} */
const numberFormat = (places, currency, as = currentLanguage) => {
  const key = as + places + currency;
  if (!numberFormats.has(key))
    numberFormats.set(
      key,
      new Intl.NumberFormat(LOCALE[as], {
        ...(currency ? { style: 'currency', currency } : {}),
        minimumFractionDigits: places,
        maximumFractionDigits: places,
        useGrouping: 'always',
      }),
    );
  return numberFormats.get(key);
};
/** @type {Record<string, string>} */
const CODES = { '€': 'EUR' };
let currentCurrency = 'EUR';
/** Set the currency of the sums from now on. @param {string|undefined} sign */
export const setCurrency = sign => {
  currentCurrency = CODES[sign ?? ''] ?? sign ?? 'EUR';
};
/**
 * Run `make` with another currency: a list can show tables of several currencies.
 * @template T
 * @param {string|undefined} sign
 * @param {() => T} make
 * @returns {T}
 */
export const inCurrency = (sign, make) => {
  const previous = currentCurrency;
  setCurrency(sign);
  try {
    return make();
  } finally {
    currentCurrency = previous;
  }
};
/** @param {number} cents */
const decimals = cents => (cents % 100 ? 2 : 0);
/** Cents with both decimals: 1 220,00 €. @param {number} cents */
export const formatFullSum = cents => numberFormat(2, currentCurrency).format(cents / 100);
/** Cents, without decimals where they are zero: 15 €, 7,50 €, MOP 15. @param {number} cents @param {string} [as] */
export const formatSum = (cents, as = currentLanguage) =>
  numberFormat(decimals(cents), currentCurrency, as).format(cents / 100);
/**
 * The limits of a table: of its bets, or the smallest bet and the buy-in where no bet has a fixed maximum.
 * @param {Client.Limits} x
 */
export const formatLimits = x =>
  x.brings
    ? t('limits.brings', { min: formatSum(x.minimum), cave: formatBuyIn(x) })
    : t('limits', { min: formatSum(x.minimum), max: formatSum(x.maximum) });
/** The buy-in of a table. @param {{ brings?: number[] | null }} x */
export const formatBuyIn = ({ brings }) => {
  const [low, high] = brings ?? [0, 0];
  return low === high ? formatSum(low) : high ? formatRange(low, high) : t('limits.from', { cave: formatSum(low) });
};
/** A range of sums: 5 – 150 €. @param {number} from @param {number} to */
export const formatRange = (from, to) =>
  numberFormat(Math.max(decimals(from), decimals(to)), currentCurrency)
    .formatRange(from / 100, to / 100)
    .replace(/\s*[-–]\s*/, ' – ');
/** Cents without a currency: 1 220. @param {number} cents */
export const formatNumber = cents => numberFormat(decimals(cents), '').format(cents / 100);
/** Demo credits, which have no currency: 1 000 créditos. @param {number} cents */
export const formatCredits = cents => t('credits.n', { n: formatNumber(cents) });
/** Cents in the short form that is written on a chip: 15, 7,5, 1,2k. @param {number} cents */
export const formatChip = cents => {
  const v = cents / 100;
  const text = v >= 10_000 ? `${Math.round(v / 1000)}k` : String(Math.round(v * 100) / 100);
  return currentLanguage === 'pt' ? text.replace('.', ',') : text;
};
/** Cents in the form in which people type them: 7,50. @param {number} cents */
export const formatInput = cents => (cents / 100).toFixed(2).replace('.', currentLanguage === 'pt' ? ',' : '.');
/**
 * Read a sum that somebody typed, in cents: 1 220,50 or 1.220,50, 1,220.50, １２２０. A single sign that cannot separate
 * thousands is read as the decimal sign. NaN if the text is no sum. @param {string} text
 */
export function parseSum(text) {
  const bare = text.normalize('NFKC').replace(/[\s€$]|MOP/g, '');
  const group = currentLanguage === 'pt' ? '.' : ',';
  const marks = bare.replace(/\d/g, '');
  const grouped = new RegExp(`^\\d{1,3}(?:\\${group}\\d{3})+(?:[^\\d\\${group}]\\d{1,2})?$`).test(bare);
  const plain = grouped ? bare.replaceAll(group, '') : marks.length > 1 ? '' : bare;
  const [, whole, part = ''] = /^(\d+)(?:[.,](\d{1,2}))?$/.exec(plain) ?? [];
  return whole === undefined ? NaN : Number(whole) * 100 + Number(part.padEnd(2, '0'));
}
/** A gain or a loss with its sign. @param {number} cents */
export const formatNet = (cents, short = false, as = short ? formatSum : formatFullSum) =>
  `${cents > 0 ? '+' : cents < 0 ? '−' : ''}${as(Math.abs(cents))}`;
/** @param {number} cents */
export const netClass = cents => (cents > 0 ? 'up' : cents < 0 ? 'down' : '');

/** Seconds as 0:42:10. @param {number} s */
export const formatDuration = s =>
  `${Math.floor(s / 3600)}:${String(Math.floor(s / 60) % 60).padStart(
    2,
    '0',
  )}:${String(Math.floor(s) % 60).padStart(2, '0')}`;
/** @param {number|string} at unix seconds, or a date text */
export const formatTime = at =>
  new Date(typeof at === 'number' ? at * 1000 : at).toLocaleString(LOCALE[currentLanguage], {
    dateStyle: 'short',
    timeStyle: 'short',
    hourCycle: 'h23',
  });

// ---- what is spoken -------------------------------------------------------------------------------------

/** A small number in words, as the croupier calls it. @param {number} n @param {string} [as] @returns {string} */
export const numberInWords = (n, as = currentLanguage) =>
  hasWord(`number.${n}`)
    ? t(`number.${n}`, {}, as)
    : n > 20 && n < 40
      ? t('number.join', { ten: numberInWords(n < 30 ? 20 : 30, as), one: numberInWords(n % 10, as) }, as)
      : String(n);

/** "rei de copas", "king of hearts", "紅心K"; a hidden card says only that. @param {string|null} code */
export const cardName = code =>
  code ? t('card.name', { rank: t(`rank.${code[0]}`), suit: t(`suit.${code[1]}`) }) : t('card.hidden');
/** The clause as it is printed: "15.a" of a full id, "interp. 4" of ir/4. @param {string} ref */
export const formatClause = ref => {
  const rule = ref.split('/').pop() ?? '';
  const [head, ...rest] = rule.split('.');
  // Rules known only from an account are written as such; rules in an annex have its numbers.
  return ref.startsWith('ir/')
    ? `${t('law.ir')} ${ref.slice(3)}`
    : head === 'told'
      ? t('law.told', { what: t(`law.told.${rest.join('.')}`) })
      : head === 'annex'
        ? t('law.annex', { n: rest.join('.') }).trim()
        : rule;
};

/** A day in full: 7 de dezembro de 2001; a year alone stays a year. @param {string} iso */
export const formatDay = iso =>
  /^\d{4}-\d\d-\d\d$/.test(iso)
    ? new Date(`${iso}T12:00:00`).toLocaleDateString(LOCALE[currentLanguage], { dateStyle: 'long' })
    : t('year', { n: iso });
