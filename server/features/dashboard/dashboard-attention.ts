import type { attentionKinds, Dashboard } from '@mizan/contract/dashboard.ts';
import type { OpenQuestion } from '../transactions/transactions.service.ts';
import type { TerminalRow, UnbalancedFile } from './dashboard-terminals.queries.ts';

type Attention = Dashboard['attention'][number];

/** Below this a terminal that is not charging will not last the day. */
export const lowBatteryPercent = 15;
/** A person reads no more at once; the lists behind each entry hold them all. */
export const attentionMax = 20;

const entry = (kind: (typeof attentionKinds)[number], about: Partial<Attention>): Attention => ({
  kind,
  amountMinor: null,
  tid: null,
  transactionId: null,
  importId: null,
  value: null,
  at: null,
  ...about,
});

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

/** What asks for a person, the most urgent first: money that does not fit, then payments, then terminals. */
export function attentionOf(
  file: UnbalancedFile | null,
  questions: readonly OpenQuestion[],
  terminals: readonly TerminalRow[],
): Attention[] {
  const ofFile = file
    ? [
        entry('UNBALANCED_FILE', {
          amountMinor: file.differenceMinor,
          importId: file.importId,
          at: file.finishedAt.toISOString(),
        }),
      ]
    : [];
  const asked = questions.map(ofQuestion);
  const isUnknown = (item: Attention) => item.kind === 'UNKNOWN_OUTCOME';
  const health = terminals.flatMap(ofTerminal);
  const ofKind = (kind: Attention['kind']) => health.filter((item) => item.kind === kind);
  return [
    ...ofFile,
    ...asked.filter(isUnknown),
    ...asked.filter((item) => !isUnknown(item)),
    ...ofKind('TERMINAL_DISCONNECTED'),
    ...ofKind('LOW_BATTERY'),
    ...ofKind('NO_PAPER'),
  ].slice(0, attentionMax);
}
