import type { attentionKinds, Dashboard } from '@mizan/contract/dashboard.ts';
import { lowBatteryPercent } from '@mizan/contract/terminals.ts';
import type { OpenFile } from '../reconciliation/open-files.service.ts';
import type { OpenQuestion } from '../transactions/transactions.service.ts';
import type { TerminalRow } from './dashboard-terminals.queries.ts';

type Attention = Dashboard['attention'][number];

/** A person reads no more at once; the lists behind each entry hold them all. */
const attentionMax = 20;
/** So many bank files by name, so that payments and terminals stand below them; one entry opens the others. */
export const attentionFilesMax = 6;

const entry = (kind: (typeof attentionKinds)[number], about: Partial<Attention>): Attention => ({
  kind,
  amountMinor: null,
  tid: null,
  transactionId: null,
  bankFileId: null,
  value: null,
  at: null,
  file: null,
  ...about,
});

function ofFile({
  bankFileId,
  verdict,
  at,
  fileName,
  bankName,
  bank,
  firstDay,
  lastDay,
  toClaim,
}: OpenFile): Attention {
  const kind =
    verdict === null ? 'WAITING_FILE' : verdict === 'INCOMPLETE' ? 'INCOMPLETE_FILE' : 'UNBALANCED_FILE';
  const file = { fileName, bankName, bank, firstDay, lastDay, toClaim };
  return entry(kind, { bankFileId, at: at.toISOString(), file });
}

const ofQuestion = (question: OpenQuestion): Attention =>
  entry(question.isUnknown ? 'UNKNOWN_OUTCOME' : 'OPEN_REVIEW', {
    amountMinor: question.amountMinor,
    tid: question.tid,
    transactionId: question.transactionId,
    at: question.createdAt.toISOString(),
  });

function ofTerminal(terminal: TerminalRow): Attention[] {
  const { tid, connection, batteryPercent, charging, paper } = terminal;
  const at = terminal.lastSeenAt?.toISOString() ?? null;
  // What a silent terminal last said of its battery and paper is no news.
  if (connection === 'DISCONNECTED') return [entry('TERMINAL_DISCONNECTED', { tid, at })];
  if (connection === 'NEVER') return [];
  const low = batteryPercent !== null && batteryPercent <= lowBatteryPercent && charging !== true;
  return [
    ...(low ? [entry('LOW_BATTERY', { tid, value: batteryPercent, at })] : []),
    ...(paper === false ? [entry('NO_PAPER', { tid, at })] : []),
  ];
}

/**
 * What asks for a person, the most urgent first: money that does not fit, then payments, then terminals. `count` is
 * how much that is, also where the list ends before it.
 */
export function attentionOf(
  { files, total }: { files: readonly OpenFile[]; total: number },
  questions: readonly OpenQuestion[],
  terminals: readonly TerminalRow[],
): { items: Attention[]; count: number } {
  const asked = questions.map(ofQuestion);
  const isUnknown = (item: Attention) => item.kind === 'UNKNOWN_OUTCOME';
  const health = terminals.flatMap(ofTerminal);
  const ofKind = (kind: Attention['kind']) => health.filter((item) => item.kind === kind);
  const moreFiles = total - files.length;
  const items = [
    ...files.map(ofFile),
    ...(moreFiles > 0 ? [entry('MORE_FILES', { value: moreFiles })] : []),
    ...asked.filter(isUnknown),
    ...asked.filter((item) => !isUnknown(item)),
    ...ofKind('TERMINAL_DISCONNECTED'),
    ...ofKind('LOW_BATTERY'),
    ...ofKind('NO_PAPER'),
  ];
  return { items: items.slice(0, attentionMax), count: total + asked.length + health.length };
}
