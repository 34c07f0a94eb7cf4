// The API page: routes from the OpenAPI description, socket messages from their schemas.

import { enter, get } from '../core/api.js';
import { head, frieze } from '../core/header.js';
import { label, lang, onSpeak, topic } from '../core/i18n.js';
import { hear } from './sample_messages.js';
import { esc } from '../core/text.js';

const { w } = topic('staff');

const $ = id => document.getElementById(id);
const GROUPS = [['play', p => !/^\/api\/(me\/|staff|complaints|coups|session)/.test(p) && p.startsWith('/api/')], ['me', p => /^\/api\/(me\/|complaints|coups|session)/.test(p)], ['staff', p => p.startsWith('/api/staff')], ['house', () => true]];
let open = null, catalogue = null, failed = false;
const heard = new Map(), answers = new Map();
let listening = { key: '', facts: {} };

head(document.querySelector('.top'));
frieze($('frieze'));

// ---- schemas in words --------------------------------------------------------------------------------------

const named = ref => ref.split('/').pop();
const resolve = (s, all) => s?.$ref ? all[named(s.$ref)] ?? {} : s ?? {};

/** A type as one reads it: "integer", "list of object", "text or nothing". @param {any} s @param {any} all @returns {string} */
function type(s, all) {
  if (s.$ref) return named(s.$ref);
  if (s.const !== undefined) return JSON.stringify(s.const);
  if (s.enum) return s.enum.map(v => JSON.stringify(v)).join(' | ');
  const many = s.anyOf ?? s.oneOf;
  if (many) return many.map(x => type(x, all)).join(' | ');
  if (s.type === 'array') return `${type(s.items ?? {}, all)}[]`;
  if (Array.isArray(s.type)) return s.type.join(' | ');
  return s.type ?? 'any';
}

const limits = s => [s.minimum !== undefined || s.maximum !== undefined ? `${s.minimum ?? ''}…${s.maximum ?? ''}` : '', s.maxLength !== undefined ? `≤ ${s.maxLength}` : ''].filter(Boolean).join(', ');

/** The fields of an object as a table. @param {any} schema @param {any} all */
function fields(schema, all) {
  const s = resolve(schema, all), need = new Set(s.required ?? []);
  const rows = Object.entries(s.properties ?? {}).map(([name, f]) => `<tr><th scope="row"><code>${esc(name)}</code></th><td><span class="type">${esc(type(f, all))}</span> <small>${esc(limits(resolve(f, all)))}</small></td><td>${need.has(name) ? w('api.required') : f.default !== undefined ? `${w('api.default')} <code>${esc(JSON.stringify(f.default))}</code>` : w('api.optional')}${f.description ? `<p lang="en">${prose(f.description)}</p>` : ''}</td></tr>`);
  return rows.length ? `<table>${rows.join('')}</table>` : `<p class="small">${w('api.none')}</p>`;
}

const prose = text => esc(text).replace(/``(.+?)``/g, '<code>$1</code>').replace(/\n\n/g, '<br>');

/** A value that fits a schema, for an example. @param {any} schema @param {any} all @param {string} name */
function sample(schema, all, name = '') {
  const s = resolve(schema, all);
  if (s.default !== undefined && s.default !== null) return s.default;
  if (s.const !== undefined) return s.const;
  if (s.enum) return s.enum[0];
  if (s.anyOf) return sample(s.anyOf.find(x => x.type === 'null') ?? s.anyOf[0], all, name);
  if (s.type === 'object' && s.properties) return Object.fromEntries(Object.entries(s.properties).filter(([k]) => (s.required ?? []).includes(k) || !s.required?.length).map(([k, v]) => [k, sample(v, all, k)]));
  return { integer: 1, number: 1, boolean: true, array: [], object: {}, null: null, string: { id: 'k1', act: 'sit', seat: '3', reason: '…', text: '…' }[name] ?? '' }[s.type] ?? null;
}

const code = value => {
  const text = JSON.stringify(value, null, 2).replace(/\[\s+([^[\]{}]{1,90}?)\s+\]/g, (all, inside) => `[${inside.replace(/\s*\n\s*/g, ' ')}]`).replace(/\{\s+([^[\]{}]{1,90}?)\s+\}/g, (all, inside) => `{${inside.replace(/\s*\n\s*/g, ' ')}}`);
  return `<pre tabindex="0"><code>${esc(text)}</code></pre>`;
};

// ---- routes --------------------------------------------------------------------------------------------------

const slug = (method, path) => `${method}${path.replace(/[^a-z]+/gi, '-')}`;

function route(method, path, op) {
  const all = open.components?.schemas ?? {}, id = slug(method, path), sends = op.requestBody?.content?.['application/json']?.schema;
  const inputs = (op.parameters ?? []).filter(p => p.in !== 'header');
  const params = inputs.length ? `<h4>${w('api.params')}</h4><table>${inputs.map(p => `<tr><th scope="row"><code>${esc(p.name)}</code></th><td><span class="type">${esc(type(p.schema, all))}</span> <small>${esc(limits(p.schema))}</small></td><td>${w(`api.in.${p.in}`)}, ${p.required ? w('api.required') : `${w('api.default')} <code>${esc(JSON.stringify(p.schema.default ?? null))}</code>`}</td></tr>`).join('')}</table>` : '';
  // Errors have one shape for every route, and it is said once at the top of the page.
  const gives = Object.entries(op.responses ?? {}).filter(([status]) => Number(status) < 400).map(([status, r]) => { const s = r.content?.['application/json']?.schema; return `<p><b>${esc(status)}</b> <span class="type">${esc(s ? type(s, all) : '')}</span></p>${s && resolve(s, all).properties ? fields(s, all) : ''}`; }).join('');
  const curl = `curl${method === 'get' ? '' : ` -X ${method.toUpperCase()} -H 'X-Sabot: 1'${sends ? ` -H 'Content-Type: application/json' -d '${JSON.stringify(sample(sends, all))}'` : ''}`} ${location.origin}${path}`;
  const form = method === 'get' && path !== '/api/messages' ? `<form data-route="${esc(path)}" data-id="${id}" novalidate>${inputs.map(p => `<label>${esc(p.name)}<input name="${esc(p.name)}" data-in="${p.in}" value="${esc(p.schema.default ?? '')}" autocomplete="off" spellcheck="false"></label>`).join('')}<button class="ghost">${w('api.ask')}</button></form><div class="got" role="status">${answers.get(id) ?? ''}</div>` : '';
  return `<details class="route" id="${id}"><summary><span class="verb ${method}">${method.toUpperCase()}</span> <code>${esc(path).replace(/\{(.+?)\}/g, '<i>{$1}</i>')}</code><span class="what" lang="en">${prose(op.description ?? op.summary ?? '')}</span></summary><div class="in">${params}${sends ? `<h4>${w('api.body')} <span class="type">${esc(type(sends, all))}</span></h4>${fields(sends, all)}` : ''}<h4>${w('api.answers')}</h4>${gives}<h4>${w('api.curl')}</h4><pre tabindex="0"><code>${esc(curl)}</code></pre>${form}</div></details>`;
}

function routes() {
  const left = Object.entries(open.paths).flatMap(([path, ops]) => Object.entries(ops).filter(([m]) => ['get', 'post', 'put', 'delete', 'patch'].includes(m)).map(([m, op]) => [m, path, op]));
  return GROUPS.map(([group, fits]) => {
    const mine = left.filter(x => fits(x[1]));
    for (const x of mine) left.splice(left.indexOf(x), 1);
    return mine.length ? `<h3 id="g-${group}">${w(`api.g.${group}`)}</h3>${mine.map(x => route(...x)).join('')}` : '';
  }).join('');
}

// ---- messages ------------------------------------------------------------------------------------------------

function message(name) {
  const all = catalogue.schemas, s = all[name], kind = s.properties?.t?.enum?.[0] ?? name, live = heard.get(name);
  return `<article id="m-${esc(kind)}"><h4><code>${esc(kind)}</code> <span lang="en">${prose(s.description ?? '')}</span></h4>${fields(s, all)}<p class="eyebrow">${w(live ? 'api.live' : 'api.sample')}</p>${code(live ?? sample(s, all))}</article>`;
}

const socket = () => `<p class="say"><code>GET /ws/tables/{table}?since={version}</code></p><p><button type="button" class="go" id="listen">${w('api.listen')}</button> <span class="small">${w('api.listen.say')}</span></p><p id="heard" role="status">${listening.key ? esc(w(listening.key, listening.facts)) : ''}</p>
  <h3 id="g-client">${w('api.client')}</h3>${catalogue.client.map(message).join('')}<h3 id="g-server">${w('api.server')}</h3>${catalogue.server.map(message).join('')}`;

async function listen() {
  try {
    await enter(lang());
    const table = (await get('/api/tables')).find(x => x.individual && x.open);
    if (!table) throw new Error(w('coup.none'));
    listening = { key: 'api.listening', facts: { table: table.name } };
    $('heard').textContent = w(listening.key, listening.facts);
    const said = await hear(table.id, [...catalogue.client, ...catalogue.server].map(name => [name, catalogue.schemas[name].properties.t.enum[0]]));
    for (const [name, body] of said.by) heard.set(name, body);
    listening = { key: 'api.heard', facts: { n: said.count, table: table.name } };
  } catch (problem) {
    listening = { key: 'api.listen.failed', facts: { why: problem.message } };
  }
  draw();
  $('listen').focus();
}

// ---- the page ------------------------------------------------------------------------------------------------

function draw() {
  const shown = new Set([...document.querySelectorAll('details[open]')].map(d => d.id));
  label();
  for (const el of document.querySelectorAll('[data-w-label]')) el.setAttribute('aria-label', w(el.dataset.wLabel));
  document.title = `Sabot · ${w('api.title')}`;
  $('routes').innerHTML = `<h2 id="h-routes">${w('api.routes')}</h2>${open ? routes() : `<p class="none">${w(failed ? 'api.failed' : 'loading')}</p>`}`;
  $('socket').innerHTML = `<h2 id="h-socket">${w('api.socket')}</h2>${catalogue ? socket() : `<p class="none">${w(failed ? 'api.failed' : 'loading')}</p>`}`;
  $('version').textContent = open ? `${open.info.title} ${open.info.version}` : '';
  const link = (id, text) => `<a href="#${id}">${text}</a>`;
  $('contents').innerHTML = `${link('socket', w('api.socket'))}<ul>${catalogue ? ['client', 'server'].map(side => `<li>${link(`g-${side}`, w(`api.${side}`))}<ul>${catalogue[side].map(n => { const kind = catalogue.schemas[n].properties.t.enum[0]; return `<li>${link(`m-${kind}`, `<code>${esc(kind)}</code>`)}</li>`; }).join('')}</ul></li>`).join('') : ''}</ul>${link('routes', w('api.routes'))}<ul>${open ? GROUPS.map(([g]) => `<li>${link(`g-${g}`, w(`api.g.${g}`))}</li>`).join('') : ''}</ul>`;
  for (const id of shown) document.getElementById(id)?.setAttribute('open', '');
}

document.addEventListener('click', e => { if (e.target.closest('#listen')) listen(); });
document.addEventListener('submit', async e => {
  const form = e.target.closest('form[data-route]');
  if (!form) return;
  e.preventDefault();
  let path = form.dataset.route;
  const query = new URLSearchParams();
  for (const input of form.elements) {
    if (input.dataset.in === 'path') path = path.replace(`{${input.name}}`, input.value.trim().split('/').filter(Boolean).map(encodeURIComponent).join('/'));
    else if (input.dataset.in === 'query' && input.value.trim()) query.set(input.name, input.value.trim());
  }
  const reply = await fetch(query.size ? `${path}?${query}` : path, { credentials: 'same-origin' }).catch(() => null);
  const body = await reply?.json().catch(() => null);
  const html = reply ? `<p class="eyebrow">${w('api.answer', { status: reply.status })}</p>${code(body)}` : `<p class="none">${w('api.failed')}</p>`;
  answers.set(form.dataset.id, html);
  form.nextElementSibling.innerHTML = html;
});
onSpeak(draw);
draw();
[open, catalogue] = await Promise.all([get('/api/schema/openapi.json').catch(() => null), get('/api/messages').catch(() => null)]);
failed = true;
draw();
if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
