// Names of guests whom nobody has named, in the reader's language.

import { t } from '../core/i18n.js';

const GUEST = /^(?:Convidado|Guest|訪客) (\d+)$/;

/** The name of a guest whom nobody has named, in the reader's language; another name as it is. @param {string} name */
export const readerName = name => {
  const guest = GUEST.exec(name);
  return guest ? t('guest.n', { n: guest[1] }) : name;
};

/**
 * A message with the names of guests in the reader's language.
 * @param {Client.Message} m
 * @returns {Client.Message}
 */
export function inReaderNames(m) {
  if (m.t !== 'snapshot' && m.t !== 'events') return m;
  for (const place of [...(m.seats ?? []), ...(m.stands ?? [])]) place.name = readerName(place.name);
  for (const event of m.t === 'snapshot' ? m.steps : m.events) if (event.by) event.by = readerName(event.by);
  return m;
}
