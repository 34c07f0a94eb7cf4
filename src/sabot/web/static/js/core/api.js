// HTTP requests to the house. A refusal is an Error with the house's text in the language of the page, and its clause.

/**
 * Stands for what has not arrived yet.
 * @type {any} any: it takes the place of every kind of answer; nothing is drawn from it
 */
export const NOT_YET = null;

export class Refusal extends Error {
  /** @param {Partial<House.Problem>|null} body what the house answered @param {number} status */
  constructor(body, status) {
    super(body?.text || `HTTP ${status}`);
    this.code = body?.code ?? '';
    this.law = body?.law ?? '';
    this.facts = body?.facts ?? {};
    this.status = status;
  }
}

/** What was thrown, as a refusal: an error without an answer of the house has no code. @param {unknown} thrown */
export const asRefusal = thrown =>
  thrown instanceof Refusal
    ? thrown
    : new Refusal({ text: thrown instanceof Error ? thrown.message : String(thrown) }, 0);

/** @param {string} path @param {RequestInit} [init] */
async function request(path, init) {
  const reply = await fetch(path, {
    credentials: 'same-origin',
    ...init,
    headers: { ...init?.headers, 'accept-language': document.documentElement.lang },
  });
  const body = await reply.json().catch(() => null);
  if (!reply.ok) throw new Refusal(body, reply.status);
  return body;
}

/**
 * What the house answers at a path. Its type is that of the schema which the house serves.
 * @template {string} P
 * @param {P} path
 * @returns {Promise<House.Get<P>>}
 */
export const get = path => request(path);

/** @type {Map<string, Promise<House.Anything>>} any: the answers of every path */
const pendingPosts = new Map();
/**
 * Send a request. The same request again, before the answer is there, is not sent twice: both callers get the one
 * answer.
 * @template {string} P
 * @param {P} path
 * @param {House.Sent<P> | {}} [body]
 * @returns {Promise<House.Post<P>>}
 */
export function post(path, body = {}) {
  const text = JSON.stringify(body);
  const key = `${path} ${text}`;
  const reply =
    pendingPosts.get(key) ??
    request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'X-Sabot': '1' },
      body: text,
    }).finally(() => pendingPosts.delete(key));
  pendingPosts.set(key, reply);
  return reply;
}

/** The session of this browser. A browser without one becomes a guest. @param {string} lang */
export const ensureSession = lang => post('/api/session', { lang });

/** @type {Map<string, Promise<Client.ClauseRow>>} */
const clauses = new Map();
/**
 * A clause or an interpretation in a language, fetched only once.
 * @param {string} ref
 * @param {string} lang
 */
export function fetchClause(ref, lang) {
  const key = `${lang} ${ref}`;
  const known = clauses.get(key);
  if (known) return known;
  const pending = get(`/api/law/${ref.split('/').map(encodeURIComponent).join('/')}?lang=${lang}`);
  pending.catch(() => clauses.delete(key));
  clauses.set(key, pending);
  return pending;
}

/** A key of its own for something that the house does once, however often it arrives. */
export const newKey = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;
