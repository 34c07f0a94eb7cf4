// A short conversation with a table, which shows each kind of message with real content.

/**
 * Sit down, say what can be said, and keep one message of each kind. Somebody who sits there already keeps
 * his place and his session: then nothing is asked that would change them.
 * @param {string} table @param {[string, string][]} kinds a schema's name and its t
 * @returns {Promise<{by: Map<string, any>, count: number}>}
 */
export function hear(table, kinds) {
  return new Promise((done, fail) => {
    const names = new Map(kinds.map(([name, t]) => [t, name])), by = new Map();
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws/tables/${encodeURIComponent(table)}`);
    const key = () => `api-${crypto.getRandomValues(new Uint32Array(1))[0].toString(36)}`;
    let count = 0, step = 0, sat = '';
    const keep = body => { count += 1; const name = names.get(body.t); if (name && !by.has(name)) by.set(name, body); };
    const say = body => { keep(body); socket.send(JSON.stringify(body)); };
    const end = () => { clearTimeout(late); socket.close(); done({ by, count }); };
    const late = setTimeout(end, 8000);
    socket.onerror = () => { clearTimeout(late); fail(new Error('WebSocket')); };
    socket.onclose = e => { clearTimeout(late); if (!by.size) fail(new Error(e.reason || String(e.code))); else done({ by, count }); };
    socket.onmessage = m => {
      const body = JSON.parse(m.data);
      keep(body);
      if (body.t === 'snapshot' && step === 0) { step = 1; sat = body.you?.places?.length ? 'before' : ''; say({ t: 'ping' }); }
      else if (body.t === 'pong') say({ t: 'act', id: key(), act: sat ? 'no-such-act' : 'sit', seat: '1' });
      else if (step === 1 && (body.t === 'ack' || body.t === 'refused')) {
        step = 2;
        if (sat) end(); else { sat = body.t === 'ack' ? 'now' : ''; say({ t: 'act', id: key(), act: 'bet', seat: '1', amount: 1 }); }
      } else if (step === 2 && body.t === 'refused') {
        step = 3;
        if (sat === 'now') say({ t: 'end', id: key() }); else end();
      } else if (step === 3 && body.t === 'ack') { step = 4; setTimeout(end, 400); }
    };
  });
}
