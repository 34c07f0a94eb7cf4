// HTTP requests to the house. A refusal is an Error with the house's text in the language of the page, and its clause.

export class Refusal extends Error {
  /** @param {{code?: string, law?: string, text?: string, facts?: any}} body @param {number} status */
  constructor(body, status) {
    super(body?.text || `HTTP ${status}`);
    Object.assign(this, { code: body?.code ?? '', law: body?.law ?? '', facts: body?.facts ?? {}, status });
  }
}

async function request(path, init) {
  const reply = await fetch(path, { credentials: 'same-origin', ...init, headers: { ...init?.headers, 'accept-language': document.documentElement.lang } });
  const body = await reply.json().catch(() => null);
  if (!reply.ok) throw new Refusal(body, reply.status);
  return body;
}

/** @param {string} path @returns {Promise<any>} */
export const get = path => request(path);

const pendingPosts = new Map();
/** Send a request. The same request again, before the answer is there, is not sent twice: both callers get the one answer. @param {string} path @param {any} [body] @returns {Promise<any>} */
export function post(path, body = {}) {
  const text = JSON.stringify(body), key = `${path} ${text}`;
  if (!pendingPosts.has(key)) pendingPosts.set(key, request(path, { method: 'POST', headers: { 'content-type': 'application/json', 'X-Sabot': '1' }, body: text }).finally(() => pendingPosts.delete(key)));
  return pendingPosts.get(key);
}

/** The session of this browser. A browser without one becomes a guest. @param {string} lang */
export const ensureSession = async lang => (await get('/api/session')) ?? post('/api/session', { lang });

const clauses = new Map();
/** A clause or an interpretation, fetched only once. @param {string} ref @returns {Promise<any>} */
export function fetchClause(ref) {
  if (!clauses.has(ref)) {
    const pending = get(`/api/law/${ref.split('/').map(encodeURIComponent).join('/')}`);
    pending.catch(() => clauses.delete(ref));
    clauses.set(ref, pending);
  }
  return clauses.get(ref);
}
