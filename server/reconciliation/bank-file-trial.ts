import { addDays } from '@mizan/contract/business-day.ts';
import { entryColumns } from './judge/entry-copy.ts';
import type { LateKeys } from './match/late-keys.ts';
import { type PortalColumn, portalColumns } from './normalise/portal-records.ts';
import { detectColumns, type Layout } from './read/columns.ts';
import { withFile } from './read/file-trial.ts';
import { reconcileBankFile } from './reconcile-bank-file.ts';
import type { PortalScope, ReconcileJob, ReconcileSummary } from './reconcile-job.ts';

/** For tests: a bank file of a few lines of text against a few payments, without a worker or a database. */
export interface Trial {
  summary: ReconcileSummary;
  /** Entries by their columns, numbers and JSON read. */
  entries: TrialEntry[];
}

export type TrialEntry = Record<(typeof entryColumns)[number], string | null>;
export type TrialPayment = Partial<Record<PortalColumn, string | number | null>>;

const usual: Record<PortalColumn, string | number | null> = {
  id: 1,
  uuid: '0193a1b2-0000-7000-8000-000000000001',
  orderRef: null,
  tid: '88501158',
  rrn: '632609120001',
  stan: '000001',
  authCode: '446120',
  last4: '6106',
  scheme: 'Mada',
  type: 'PURCHASE',
  status: 'APPROVED',
  amountMinor: 10_000,
  currency: 'SAR',
  businessDay: '2026-11-22',
  createdAtMs: Date.parse('2026-11-22T12:00:00+03:00'),
  mdrBps: 80,
  vatBps: 1_500,
  capLimitMinor: 4_000,
  processingFeeMinor: 0,
  feeMinor: 80,
  vatMinor: 12,
  originalId: null,
  claimedBy: null,
  namedBy: null,
  bankId: 1,
  dueDay: '2026-11-23',
  hostAtMs: Date.parse('2026-11-22T12:00:00+03:00'),
  claimedLine: null,
  claimedGrossMinor: null,
  claimedChargeMinor: null,
  claimedDay: null,
  claimedBatch: null,
  correctedBy: null,
  cashMinor: 0,
};

const escaped = (value: string | number | null): string =>
  value === null ? '\\N' : String(value).replaceAll('\\', '\\\\').replaceAll('\t', '\\t');

/**
 * One payment as COPY text: a usual one of 100.00 by Mada, but for what is given. It reaches the host when it is made,
 * and is due on the day after its business day.
 */
export function copyTextOfPayment(payment: TrialPayment): string {
  const own = { ...usual, ...payment };
  const given = {
    ...own,
    dueDay: 'dueDay' in payment ? own.dueDay : addDays(String(own.businessDay), 1),
    hostAtMs: 'hostAtMs' in payment ? own.hostAtMs : own.createdAtMs,
  };
  return `${portalColumns.map((name) => escaped(given[name] ?? null)).join('\t')}\n`;
}

export const trialDefaults: Omit<ReconcileJob, 'filePath'> = {
  cutoff: '00:00',
  todayIso: '2026-11-25',
  nowMs: Date.parse('2026-11-25T12:00:00+03:00'),
};

/**
 * Reconciles a file with payments; `job` overrides midnight cut-off and 25 November 2026. `late` are payments of other days,
 * handed over where a key of the file names them.
 */
export const tryBankFile = (
  bytes: string | Uint8Array,
  payments: readonly TrialPayment[],
  job: Partial<ReconcileJob> = {},
  late: readonly TrialPayment[] = [],
): Promise<Trial> =>
  withFile(bytes, async (filePath) => {
    const chunks: Uint8Array[] = [];
    const summary = await reconcileBankFile(
      { ...trialDefaults, filePath, ...job },
      {
        payments: async function* ({ spans }) {
          const ofSpans = late.filter((payment) => isOfSpans(payment, spans));
          yield Buffer.from([...payments, ...ofSpans].map(copyTextOfPayment).join(''));
        },
        latePayments: async function* ({ spans }, { ofSales, ...own }) {
          const sales = [...payments, ...late].filter((payment) => isNamed(payment, ofSales));
          const ids = new Set(sales.map(({ id = usual.id }) => id));
          const isOfSale = ({ originalId = null }: TrialPayment): boolean =>
            originalId !== null && ids.has(originalId);
          const named = late.filter(
            (payment) => !isOfSpans(payment, spans) && (isNamed(payment, own) || isOfSale(payment)),
          );
          yield Buffer.from(named.map(copyTextOfPayment).join(''));
        },
        entries: (chunk) => {
          chunks.push(new Uint8Array(chunk));
        },
        progress: () => {},
      },
    );
    return { summary, entries: trialEntriesOf(Buffer.concat(chunks)) };
  });

const isOfSpans = (payment: TrialPayment, spans: PortalScope['spans']): boolean => {
  const day = String({ ...usual, ...payment }.businessDay);
  return spans.some(({ fromDay, toDay }) => day >= fromDay && day <= toDay);
};

const isNamed = (payment: TrialPayment, { rrns, references }: LateKeys['ofSales']): boolean => {
  const { rrn, uuid, orderRef } = { ...usual, ...payment };
  return [rrn, uuid, orderRef].some(
    (key) => rrns.includes(String(key)) || references.includes(String(key).toLowerCase()),
  );
};

/** The entries of COPY text. */
export const trialEntriesOf = (copied: Uint8Array): TrialEntry[] =>
  Buffer.from(copied).toString().split('\n').slice(0, -1).map(entryOfRow);

function entryOfRow(row: string): TrialEntry {
  const cells = row.split('\t').map((cell) => (cell === '\\N' ? null : cell.replaceAll('\\\\', '\\')));
  return Object.fromEntries(entryColumns.map((name, index) => [name, cells[index] ?? null])) as TrialEntry;
}

export const headerText =
  'Terminal ID,RRN,STAN,Auth Code,Transaction Type,Transaction Date,Card Number,Transaction Amount,Commission,VAT,Net Amount,Card Scheme';

/** A line of the usual payment under `headerText`, but for what is given. */
export function lineText(
  cells: Partial<
    Record<
      | 'tid'
      | 'rrn'
      | 'stan'
      | 'auth'
      | 'type'
      | 'date'
      | 'card'
      | 'amount'
      | 'fee'
      | 'vat'
      | 'net'
      | 'scheme',
      string
    >
  > = {},
): string {
  const line = {
    tid: '88501158',
    rrn: '632609120001',
    stan: '000001',
    auth: '446120',
    type: 'Purchase',
    date: '22/11/2026 12:00',
    card: '484783******6106',
    amount: '100.00',
    fee: '0.80',
    vat: '0.12',
    net: '99.08',
    scheme: 'MADA',
    ...cells,
  };
  return [
    line.tid,
    line.rrn,
    line.stan,
    line.auth,
    line.type,
    line.date,
    line.card,
    line.amount,
    line.fee,
    line.vat,
    line.net,
    line.scheme,
  ].join(',');
}

export const fileText = (...lines: string[]): string => [headerText, ...lines, ''].join('\n');

/** An instant of November 2026 in Riyadh: '20 12:00'. */
export const at = (text: string): number => Date.parse(`2026-11-${text.replace(' ', 'T')}:00+03:00`);

/** The payment of a number, sold at '20 12:00'. */
export function sold(id: number, time: string, more: TrialPayment = {}): TrialPayment {
  const number = String(id).padStart(4, '0');
  return {
    id,
    rrn: `63260912${number}`,
    stan: `00${number}`,
    authCode: `44${number}`,
    businessDay: `2026-11-${time.slice(0, 2)}`,
    createdAtMs: at(time),
    ...more,
  };
}

/** The line of a payment of 100.00, but for the cells given. */
export const lineOf = (payment: TrialPayment, cells: Parameters<typeof lineText>[0] = {}): string => {
  const [date, time] = new Date(Number(payment.createdAtMs) + 10_800_000).toISOString().split('T');
  return lineText({
    tid: String(payment.tid ?? '88501158'),
    rrn: String(payment.rrn),
    stan: String(payment.stan),
    auth: String(payment.authCode),
    date: `${date?.split('-').reverse().join('/')} ${time?.slice(0, 5)}`,
    scheme: String(payment.scheme ?? 'Mada').toUpperCase(),
    ...cells,
  });
};
/** A file with a line for each of these payments. */
export const fileOf = (payments: readonly TrialPayment[]): string =>
  fileText(...payments.map((payment) => lineOf(payment)));

/** The columns of a file as they are found by their names. */
export function fieldsOf(file: string): Layout['fields'] {
  const [names = '', first = ''] = file.split('\n');
  const mapping = detectColumns([
    { line: 1, cells: names.split(',') },
    { line: 2, cells: first.split(',') },
  ]);
  return Object.fromEntries((mapping?.keys ?? []).map((key, at) => [key, mapping?.fields[at] ?? null]));
}
