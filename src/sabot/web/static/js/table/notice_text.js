// What the caption says of a notice of the house, and of a void round.

import { closureReason, t, voidCause } from '../core/i18n.js';
import { houseClause } from '../record/narration.js';

/** @param {Client.Notice} m */
export function noticeText(m) {
  const facts = { ...m.facts, reason: closureReason(/** @type {Partial<House.ClosedReason>} */ (m.facts)) };
  /** @param {string} key */
  const text = key => (t(key, facts) === key ? (m.text ?? '') : t(key, facts));
  const idle = m.kind.startsWith('idle');
  return {
    kind: idle ? 'idle' : 'news',
    mark: idle ? '…' : 'i',
    title: text(`notice.${m.kind}`) || m.kind,
    why: text(`notice.${m.kind}.why`),
    law: m.law ?? '',
    hold: m.kind === 'session-ended' && !m.facts.away,
  };
}

/** @param {Client.Table} table @param {string} cause */
export const voidNotice = (table, cause) => ({
  kind: 'void',
  mark: '∅',
  title: t('void'),
  why: t('void.why', { cause: voidCause(table, cause) }),
  law: houseClause(table, 'refund'),
});
