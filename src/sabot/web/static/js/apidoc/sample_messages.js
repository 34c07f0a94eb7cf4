// A short conversation with a table, which shows each kind of message with real content.

/**
 * Sit down, send each kind of command, and keep one message of each kind. A player who already sits there keeps
 * place and session: then nothing is sent that would change them.
 * @param {string} table @param {[string, string][]} kinds a schema's name and its t
 * @returns {Promise<{messages: Map<string, unknown>, count: number}>}
 */
export function converseWithTable(table, kinds) {
  return new Promise((resolve, reject) => {
    const names = new Map(kinds.map(([name, t]) => [t, name]));
    const messages = new Map();
    const socket = new WebSocket(
      `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws/tables/${encodeURIComponent(table)}`,
    );
    const key = () => `api-${crypto.getRandomValues(new Uint32Array(1))[0].toString(36)}`;
    let count = 0;
    let step = 0;
    let seated = '';
    /** @param {Client.Message | House.ClientMessage} body */
    const record = body => {
      count += 1;
      const name = names.get(body.t);
      if (name && !messages.has(name)) messages.set(name, body);
    };
    /** @param {House.ClientMessage} body */
    const send = body => {
      record(body);
      socket.send(JSON.stringify(body));
    };
    const finish = () => {
      clearTimeout(timeout);
      socket.close();
      resolve({ messages, count });
    };
    const timeout = setTimeout(finish, 8000);
    socket.onerror = () => {
      clearTimeout(timeout);
      reject(new Error('WebSocket'));
    };
    socket.onclose = e => {
      clearTimeout(timeout);
      if (!messages.size) reject(new Error(e.reason || String(e.code)));
      else resolve({ messages, count });
    };
    socket.onmessage = m => {
      const body = JSON.parse(m.data);
      record(body);
      if (body.t === 'snapshot' && step === 0) {
        step = 1;
        seated = body.you?.places?.length ? 'before' : '';
        send({ t: 'ping' });
      } else if (body.t === 'pong') send({ t: 'act', id: key(), act: seated ? 'no-such-act' : 'sit', seat: '1' });
      else if (step === 1 && (body.t === 'ack' || body.t === 'refused')) {
        step = 2;
        if (seated) finish();
        else {
          seated = body.t === 'ack' ? 'now' : '';
          send({ t: 'act', id: key(), act: 'bet', seat: '1', amount: 1 });
        }
      } else if (step === 2 && body.t === 'refused') {
        step = 3;
        if (seated === 'now') send({ t: 'ready', id: key() });
        else finish();
      } else if (step === 3 && (body.t === 'ack' || body.t === 'refused')) {
        step = 4;
        send({ t: 'end', id: key() });
      } else if (step === 4 && body.t === 'ack') {
        step = 5;
        setTimeout(finish, 400);
      }
    };
  });
}
