// The API page: routes from the OpenAPI description, socket messages from their schemas.

import { byId as $, find, hit } from '../core/dom.js';
import { asRefusal, NOT_YET, ensureSession, get } from '../core/api.js';
import { setUpHeader, drawTileBand } from '../core/header.js';
import { fillLabels, lang, onLanguageChange, wordGroup } from '../core/i18n.js';
import { converseWithTable } from './sample_messages.js';
import { esc } from '../core/text.js';

const { w } = wordGroup('staff');

/**
 * A schema as JSON Schema and OpenAPI have it, as far as this page reads it.
 * @typedef {{$ref?: string, const?: unknown, enum?: unknown[], anyOf?: Schema[], oneOf?: Schema[], items?: Schema,
 *   type?: string | string[], minimum?: number, maximum?: number, maxLength?: number, required?: string[], properties?:
 *   Record<string, Schema>, default?: unknown, description?: string}} Schema
 * @typedef {Record<string, Schema>} Schemas
 * @typedef {{'application/json'?: {schema: Schema}}} Content
 * @typedef {{name: string, in: string, required?: boolean, schema: Schema}} Parameter
 * @typedef {{parameters?: Parameter[], requestBody?: {content?: Content}, responses?: Record<string, {content?:
 *   Content}>, description?: string, summary?: string}} Operation
 * @typedef {{info: {title: string, version: string}, components?: {schemas?: Schemas}, paths: Record<string,
 *   Record<string, Operation>>}} OpenApi
 * @typedef {House.Catalogue & {schemas: Record<string, Schema>}} Catalogue
 */

/** @type {[name: string, fits: (path: string) => boolean][]} */
const GROUPS = [
  ['play', p => !/^\/api\/(me\/|staff|complaints|coups|session)/.test(p) && p.startsWith('/api/')],
  ['me', p => /^\/api\/(me\/|complaints|coups|session)/.test(p)],
  ['staff', p => p.startsWith('/api/staff')],
  ['house', () => true],
];
/** @type {OpenApi} */
let openapi = NOT_YET;
/** @type {Catalogue} */
let catalogue = NOT_YET;
let failed = false;
/** @type {Map<string, unknown>} */
const liveMessages = new Map();
/** @type {Map<string | undefined, string>} */
const answers = new Map();
/** @type {{key: string, facts: Client.Facts}} */
let listening = { key: '', facts: {} };

setUpHeader(find(document, '.top'));
drawTileBand($('frieze'));

// ---- schemas in words --------------------------------------------------------------------------------------

/** @param {string} ref */
const schemaName = ref => ref.split('/').pop() ?? '';
/** @param {Schema|undefined} s @param {Schemas} all @returns {Schema} */
const resolve = (s, all) => (s?.$ref ? (all[schemaName(s.$ref)] ?? {}) : (s ?? {}));

/** A type in words: "integer", "Table[]", "string | null". @param {Schema} s @param {Schemas} all @returns {string} */
function typeText(s, all) {
  if (s.$ref) return schemaName(s.$ref);
  if (s.const !== undefined) return JSON.stringify(s.const);
  if (s.enum) return s.enum.map(v => JSON.stringify(v)).join(' | ');
  const variants = s.anyOf ?? s.oneOf;
  if (variants) return variants.map(x => typeText(x, all)).join(' | ');
  if (s.type === 'array') return `${typeText(s.items ?? {}, all)}[]`;
  if (Array.isArray(s.type)) return s.type.join(' | ');
  return s.type ?? 'any';
}

/** @param {Schema} s */
const limitsText = s =>
  [
    s.minimum !== undefined || s.maximum !== undefined ? `${s.minimum ?? ''}…${s.maximum ?? ''}` : '',
    s.maxLength !== undefined ? `≤ ${s.maxLength}` : '',
  ]
    .filter(Boolean)
    .join(', ');

/** The fields of an object as a table. @param {Schema} schema @param {Schemas} all */
function fieldTable(schema, all) {
  const s = resolve(schema, all);
  const need = new Set(s.required ?? []);
  const rows = Object.entries(s.properties ?? {}).map(
    ([name, f]) =>
      `<tr><th scope="row"><code>${esc(name)}</code></th><td><span class="type">${esc(typeText(f, all))}</span> <small>${esc(limitsText(resolve(f, all)))}</small></td><td>${
        need.has(name)
          ? w('api.required')
          : f.default !== undefined
            ? `${w('api.default')} <code>${esc(JSON.stringify(f.default))}</code>`
            : w('api.optional')
      }${f.description ? `<p lang="en">${renderProse(f.description)}</p>` : ''}</td></tr>`,
  );
  return rows.length ? `<table>${rows.join('')}</table>` : `<p class="small">${w('api.none')}</p>`;
}

/** @param {string} text */
const renderProse = text =>
  esc(text)
    .replace(/``(.+?)``/g, '<code>$1</code>')
    .replace(/\n\n/g, '<br>');

/**
 * A value that fits a schema, for an example.
 * @param {Schema} schema
 * @param {Schemas} all
 * @param {string} [name]
 * @returns {unknown}
 */
function sampleValue(schema, all, name = '') {
  const s = resolve(schema, all);
  if (s.default !== undefined && s.default !== null) return s.default;
  if (s.const !== undefined) return s.const;
  if (s.enum) return s.enum[0];
  if (s.anyOf) return sampleValue(s.anyOf.find(x => x.type === 'null') ?? s.anyOf[0], all, name);
  if (s.type === 'object' && s.properties)
    return Object.fromEntries(
      Object.entries(s.properties)
        .filter(([k]) => (s.required ?? []).includes(k) || !s.required?.length)
        .map(([k, v]) => [k, sampleValue(v, all, k)]),
    );
  return (
    /** @type {Record<string, unknown>} */ ({
      integer: 1,
      number: 1,
      boolean: true,
      array: [],
      object: {},
      null: null,
      string:
        /** @type {Record<string, string>} */ ({ id: 'k1', act: 'sit', seat: '3', reason: '…', text: '…' })[name] ?? '',
    })[String(s.type)] ?? null
  );
}

/** @param {unknown} value */
const codeBlock = value => {
  const text = JSON.stringify(value, null, 2)
    .replace(/\[\s+([^[\]{}]{1,90}?)\s+\]/g, (all, inside) => `[${inside.replace(/\s*\n\s*/g, ' ')}]`)
    .replace(/\{\s+([^[\]{}]{1,90}?)\s+\}/g, (all, inside) => `{${inside.replace(/\s*\n\s*/g, ' ')}}`);
  return `<pre tabindex="0"><code>${esc(text)}</code></pre>`;
};

// ---- routes --------------------------------------------------------------------------------------------------

/** @param {string} method @param {string} path */
const routeId = (method, path) => `${method}${path.replace(/[^a-z]+/gi, '-')}`;

/** @param {string} method @param {string} path @param {Operation} op */
function renderRoute(method, path, op) {
  const all = openapi.components?.schemas ?? {};
  const id = routeId(method, path);
  const sends = op.requestBody?.content?.['application/json']?.schema;
  const inputs = (op.parameters ?? []).filter(p => p.in !== 'header');
  const params = inputs.length
    ? `<h4>${w('api.params')}</h4><table>${inputs
        .map(
          p =>
            `<tr><th scope="row"><code>${esc(p.name)}</code></th><td><span class="type">${esc(typeText(p.schema, all))}</span> <small>${esc(limitsText(p.schema))}</small></td><td>${w(`api.in.${p.in}`)}, ${
              p.required
                ? w('api.required')
                : `${w('api.default')} <code>${esc(JSON.stringify(p.schema.default ?? null))}</code>`
            }</td></tr>`,
        )
        .join('')}</table>`
    : '';
  // All errors have one form, which is described once at the top of the page.
  const gives = Object.entries(op.responses ?? {})
    .filter(([status]) => Number(status) < 400)
    .map(([status, r]) => {
      const s = r.content?.['application/json']?.schema;
      return `<p><b>${esc(status)}</b> <span class="type">${esc(s ? typeText(s, all) : '')}</span></p>${
        s && resolve(s, all).properties ? fieldTable(s, all) : ''
      }`;
    })
    .join('');
  const curl = `curl${
    method === 'get'
      ? ''
      : ` -X ${method.toUpperCase()} -H 'X-Sabot: 1'${
          sends ? ` -H 'Content-Type: application/json' -d '${JSON.stringify(sampleValue(sends, all))}'` : ''
        }`
  } ${location.origin}${path}`;
  const form =
    method === 'get' && path !== '/api/messages'
      ? `<form data-route="${esc(path)}" data-id="${id}" novalidate>${inputs
          .map(
            p =>
              `<label>${esc(p.name)}<input name="${esc(p.name)}" data-in="${p.in}" value="${esc(p.schema.default ?? '')}" autocomplete="off" spellcheck="false"></label>`,
          )
          .join(
            '',
          )}<button class="ghost">${w('api.ask')}</button></form><div class="got" role="status">${answers.get(id) ?? ''}</div>`
      : '';
  return `<details class="route" id="${id}"><summary><span class="verb ${method}">${method.toUpperCase()}</span> <code>${esc(path).replace(/\{(.+?)\}/g, '<i>{$1}</i>')}</code><span class="what" lang="en">${renderProse(op.description ?? op.summary ?? '')}</span></summary><div class="in">${params}${
    sends
      ? `<h4>${w('api.body')} <span class="type">${esc(typeText(sends, all))}</span></h4>${fieldTable(sends, all)}`
      : ''
  }<h4>${w('api.answers')}</h4>${gives}<h4>${w('api.curl')}</h4><pre tabindex="0"><code>${esc(curl)}</code></pre>${form}</div></details>`;
}

function renderRoutes() {
  const left = Object.entries(openapi.paths).flatMap(([path, ops]) =>
    Object.entries(ops)
      .filter(([m]) => ['get', 'post', 'put', 'delete', 'patch'].includes(m))
      .map(([method, op]) => ({ method, path, op })),
  );
  return GROUPS.map(([group, fits]) => {
    const groupRoutes = left.filter(x => fits(x.path));
    for (const x of groupRoutes) left.splice(left.indexOf(x), 1);
    return groupRoutes.length
      ? `<h3 id="g-${group}">${w(`api.g.${group}`)}</h3>${groupRoutes
          .map(x => renderRoute(x.method, x.path, x.op))
          .join('')}`
      : '';
  }).join('');
}

// ---- messages ------------------------------------------------------------------------------------------------

/** The kind of a message by the name of its schema: its `t`. @param {string} name */
const kindOf = name => String(catalogue.schemas[name].properties?.t?.enum?.[0] ?? name);

/** @param {string} name */
function renderMessage(name) {
  const all = catalogue.schemas;
  const s = all[name];
  const kind = s.properties?.t?.enum?.[0] ?? name;
  const live = liveMessages.get(name);
  return `<article id="m-${esc(kind)}"><h4><code>${esc(kind)}</code> <span lang="en">${renderProse(s.description ?? '')}</span></h4>${fieldTable(s, all)}<p class="eyebrow">${w(live ? 'api.live' : 'api.sample')}</p>${codeBlock(live ?? sampleValue(s, all))}</article>`;
}

const renderSocket =
  () => `<p class="say"><code>GET /ws/tables/{table}?since={version}</code></p><p><button type="button" class="go" id="listen">${w('api.listen')}</button> <span class="small">${w('api.listen.say')}</span></p><p id="heard" role="status">${
    listening.key ? esc(w(listening.key, listening.facts)) : ''
  }</p>
  <h3 id="g-client">${w('api.client')}</h3>${catalogue.client.map(renderMessage).join('')}<h3 id="g-server">${w('api.server')}</h3>${catalogue.server.map(renderMessage).join('')}`;

async function recordConversation() {
  try {
    await ensureSession(lang());
    const table = (await get('/api/tables')).find(x => x.individual && x.open);
    if (!table) throw new Error(w('coup.none'));
    listening = { key: 'api.listening', facts: { table: table.name } };
    $('heard').textContent = w(listening.key, listening.facts);
    const conversation = await converseWithTable(
      table.id,
      [...catalogue.client, ...catalogue.server].map(name => [name, kindOf(name)]),
    );
    for (const [name, body] of conversation.messages) liveMessages.set(name, body);
    listening = { key: 'api.heard', facts: { n: conversation.count, table: table.name } };
  } catch (thrown) {
    const problem = asRefusal(thrown);
    listening = { key: 'api.listen.failed', facts: { why: problem.message } };
  }
  draw();
  $('listen').focus();
}

// ---- the page ------------------------------------------------------------------------------------------------

function draw() {
  const shown = new Set([...document.querySelectorAll('details[open]')].map(d => d.id));
  fillLabels();
  for (const el of document.querySelectorAll('[data-w-label]'))
    el.setAttribute('aria-label', w(el.dataset.wLabel ?? ''));
  document.title = `Sabot · ${w('api.title')}`;
  $('routes').innerHTML = `<h2 id="h-routes">${w('api.routes')}</h2>${
    openapi ? renderRoutes() : `<p class="none">${w(failed ? 'api.failed' : 'loading')}</p>`
  }`;
  $('socket').innerHTML = `<h2 id="h-socket">${w('api.socket')}</h2>${
    catalogue ? renderSocket() : `<p class="none">${w(failed ? 'api.failed' : 'loading')}</p>`
  }`;
  $('version').textContent = openapi ? `${openapi.info.title} ${openapi.info.version}` : '';
  /** @param {string} id @param {string} text */
  const link = (id, text) => `<a href="#${id}">${text}</a>`;
  $('contents').innerHTML = `${link('socket', w('api.socket'))}<ul>${
    catalogue
      ? /** @type {('client' | 'server')[]} */ (['client', 'server'])
          .map(
            side =>
              `<li>${link(`g-${side}`, w(`api.${side}`))}<ul>${catalogue[side]
                .map(n => {
                  const kind = kindOf(n);
                  return `<li>${link(`m-${kind}`, `<code>${esc(kind)}</code>`)}</li>`;
                })
                .join('')}</ul></li>`,
          )
          .join('')
      : ''
  }</ul>${link('routes', w('api.routes'))}<ul>${
    openapi ? GROUPS.map(([g]) => `<li>${link(`g-${g}`, w(`api.g.${g}`))}</li>`).join('') : ''
  }</ul>`;
  for (const id of shown) document.getElementById(id)?.setAttribute('open', '');
}

document.addEventListener('click', e => {
  if (hit(e, '#listen')) recordConversation();
});
document.addEventListener('submit', async e => {
  const form = /** @type {HTMLFormElement | null} */ (hit(e, 'form[data-route]'));
  if (!form) return;
  e.preventDefault();
  let path = form.dataset.route ?? '';
  const query = new URLSearchParams();
  for (const input of /** @type {Iterable<HTMLInputElement>} */ (form.elements)) {
    if (input.dataset.in === 'path')
      path = path.replace(
        `{${input.name}}`,
        input.value.trim().split('/').filter(Boolean).map(encodeURIComponent).join('/'),
      );
    else if (input.dataset.in === 'query' && input.value.trim()) query.set(input.name, input.value.trim());
  }
  const reply = await fetch(query.size ? `${path}?${query}` : path, { credentials: 'same-origin' }).catch(() => null);
  const body = await reply?.json().catch(() => null);
  const html = reply
    ? `<p class="eyebrow">${w('api.answer', { status: reply.status })}</p>${codeBlock(body)}`
    : `<p class="none">${w('api.failed')}</p>`;
  answers.set(form.dataset.id, html);
  if (form.nextElementSibling) form.nextElementSibling.innerHTML = html;
});
onLanguageChange(draw);
draw();
const [description, messages] = await Promise.all([
  get('/api/schema/openapi.json').catch(() => null),
  get('/api/messages').catch(() => null),
]);
openapi = description ?? NOT_YET;
catalogue = messages ?? NOT_YET;
failed = true;
draw();
if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
