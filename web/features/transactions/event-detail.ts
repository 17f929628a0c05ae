import { statusLooks } from '../../ui/status-badge.tsx';

/** What the server writes beside an event, by the name of its text; codes and people's own words stay as they are. */
const wordKeys: Readonly<Record<string, string>> = {
  'not connected': 'notConnected',
  'nothing was sent': 'nothingSent',
  'begun at the terminal': 'begunAtTerminal',
  'not asked for by the portal': 'notAsked',
  none: 'none',
};
const linkWords: ReadonlySet<string> = new Set([
  'ACCEPTED',
  'DUPLICATE',
  'BUSY',
  'EXPIRED',
  'MISCONF',
  'CONFLICT',
  'TOO_LATE',
  'NOT_FOUND',
  'IN_PROGRESS',
  'NO_ANSWER',
  'JOURNAL_LOST',
  'RESULT_MISMATCH',
  'CODES_CONTRADICT',
  'LATE_APPROVAL',
  'FOREIGN_PAYMENT',
]);

type Translate = (key: string, values: Record<string, string>) => string;

/** 'APPROVED', 'APPROVED, Sara: the bank says so', 'APPROVED: The bank paid it: july.csv'. */
function decisionText(detail: string, t: Translate): string | null {
  const [, status = '', rest = ''] = /^([A-Z_]+(?: [A-Z]+)*)((?:[,:] .*)?)$/s.exec(detail) ?? [];
  const look = statusLooks[status];
  if (!look) return null;
  const file = /^: The bank paid it: (.*)$/s.exec(rest)?.[1];
  const why = file === undefined ? rest : `: ${t('transactions:eventDetail.bankPaid', { file })}`;
  return t(look.textKey, {}) + why;
}

/** An event's detail in the reader's language. `kind` and `detail` as payments write them. */
export function eventDetailText(kind: string, detail: string, t: Translate): string {
  if (kind === 'STEP') return t(`payment:stepName.${detail}`, {});
  const word = wordKeys[detail] ?? (linkWords.has(detail) ? detail : null);
  if (word !== null) return t(`transactions:eventDetail.${word}`, {});
  const [, codes, field] = /^(\d\d \d\d\d), other (tid|kind|amount|currency)$/.exec(detail) ?? [];
  if (codes !== undefined) return t(`transactions:eventDetail.other.${field}`, { codes });
  const withdrawn = /^The bank's file was taken back: (.*)$/s.exec(detail)?.[1];
  if (withdrawn !== undefined) return t('transactions:eventDetail.bankWithdrawn', { file: withdrawn });
  if (kind !== 'CANCEL_ASKED') return decisionText(detail, t) ?? detail;
  return detail;
}
