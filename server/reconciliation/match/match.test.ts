import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  fileText,
  headerText,
  lineOf,
  lineText,
  sold,
  type TrialEntry,
  type TrialPayment,
  tryBankFile,
} from '../bank-file-trial.ts';
import { plainMatching } from './plain-match-trial.ts';

/** The usual line with the day on which the bank settles it. */
const settledText = (day: string): string => `${headerText},Settlement Date\n${lineText()},${day}\n`;

const found = (entries: readonly TrialEntry[]) =>
  entries.map(({ outcome, line, transaction_id, matched_by, difference_minor }) => [
    outcome,
    line,
    transaction_id,
    matched_by,
    difference_minor,
  ]);

test('identical payments do not swallow each other: the strongest key first, each claimed once', async () => {
  const payments: TrialPayment[] = [
    { id: 1, rrn: '632609120001', stan: '000001', authCode: '111111' },
    { id: 2, rrn: '632609120002', stan: '000002', authCode: '222222' },
    { id: 3, rrn: null, stan: '000003', authCode: '333333' },
  ];
  const { entries, summary } = await tryBankFile(
    fileText(
      lineText({ rrn: '', stan: '', auth: '222222' }),
      lineText({ rrn: '', stan: '3', auth: '' }),
      lineText({ rrn: '632609120001', stan: '', auth: '' }),
    ),
    payments,
  );
  expect(found(entries)).toEqual([
    ['matched', '2', '2', 'authCode', '0'],
    ['matched', '3', '3', 'stan', '0'],
    ['matched', '4', '1', 'rrn', '0'],
  ]);
  expect(summary.verdict).toBe('BALANCED');
});

test('a wrong amount never takes the payment that another line fits exactly', async () => {
  const { entries } = await tryBankFile(
    fileText(
      lineText({ rrn: '632609120001', amount: '90.00', fee: '0.72', vat: '0.11', net: '89.17' }),
      lineText({ rrn: '632609120001' }),
    ),
    [{}],
  );
  expect(found(entries)).toEqual([
    ['duplicate', '2', null, null, '9000'],
    ['matched', '3', '1', 'rrn', '0'],
  ]);
});

test('STANs start over: the same STAN of another day or another RRN is another payment', async () => {
  const { entries } = await tryBankFile(
    fileText(
      lineText({ rrn: '', auth: '', date: '20/11/2026' }),
      lineText({ rrn: '632609129999', auth: '' }),
      // A line with an RRN of the portal's: where there is none the bank numbers its lines by itself (own-rrns.test.ts).
      lineText({ rrn: '632609120002', stan: '000002', auth: '', amount: '55.00', fee: '', vat: '', net: '' }),
    ),
    [{}, { id: 2, rrn: '632609120002', stan: '000002', amountMinor: 5_500 }],
  );
  expect(entries.map(({ outcome }) => outcome)).toEqual([
    'missingInBank',
    'missingInPortal',
    'missingInPortal',
    'matched',
  ]);
});

test('an approval code may be booked a day away, not two', async () => {
  const only = (date: string) => tryBankFile(fileText(lineText({ rrn: '', stan: '', date })), [{}]);
  expect((await only('23/11/2026')).entries[0]).toMatchObject({ outcome: 'matched', matched_by: 'authCode' });
  expect((await only('24/11/2026')).entries[0]).toMatchObject({ outcome: 'missingInPortal' });
});

test('terminals are compared without leading zeros and shown as the portal writes them', async () => {
  const { entries } = await tryBankFile(fileText(lineText({ tid: '88501158' })), [{ tid: '0088501158' }]);
  expect(entries).toMatchObject([{ outcome: 'matched', matched_by: 'rrn', tid: '0088501158' }]);
});

test('a refund under the RRN of its purchase takes the refund, not the purchase', async () => {
  const refund: TrialPayment = {
    id: 2,
    type: 'REFUND',
    rrn: '632609120777',
    originalId: 1,
    feeMinor: 0,
    vatMinor: 0,
    authCode: null,
    stan: null,
  };
  const { entries, summary } = await tryBankFile(
    fileText(
      lineText({ type: 'Refund', fee: '0', vat: '0', net: '-100.00', auth: '', stan: '' }),
      lineText(),
    ),
    [{}, refund],
  );
  expect(found(entries)).toEqual([
    ['matched', '2', '2', 'originalRrn', '0'],
    ['matched', '3', '1', 'rrn', '0'],
  ]);
  expect(summary.bridges[0]).toMatchObject({ portalMinor: 0, differenceMinor: 0 });
});

test('a purchase and its reversal, both absent from the file, cancel out; the reversal alone does not', async () => {
  const reversal: TrialPayment = {
    id: 3,
    type: 'REVERSAL',
    rrn: '632609120002',
    originalId: 2,
    feeMinor: 0,
    vatMinor: 0,
  };
  const payments = [{}, { id: 2, rrn: '632609120002' }, reversal];
  const absent = await tryBankFile(fileText(lineText()), payments);
  expect(absent.summary.verdict).toBe('BALANCED');
  expect(found(absent.entries).slice(1)).toEqual([
    ['matched', null, '2', 'reversal', '0'],
    ['matched', null, '3', 'reversal', '0'],
  ]);
  const paid = await tryBankFile(fileText(lineText(), lineText({ rrn: '632609120002' })), payments);
  expect(found(paid.entries)[0]).toEqual(['missingInBank', null, '3', null, '10000']);
});

test('a payment that an earlier bank file settled on another day is a duplicate here, and no payment is missed for it', async () => {
  const { entries, summary } = await tryBankFile(settledText('24/11/2026'), [
    { claimedBy: 77, claimedLine: 3, claimedGrossMinor: 10_000, claimedDay: '2026-11-23' },
  ]);
  expect(entries).toMatchObject([
    { outcome: 'duplicate', reason: 'claimed', detail: expect.stringContaining('"bankFileId":"77"') },
  ]);
  expect(summary.bridges[0]).toMatchObject({ portalMinor: 0, bankMinor: 9_908, differenceMinor: 10_000 });
});

test('one line for many payments: the sum of a terminal, day and scheme', async () => {
  const text =
    'Terminal ID,Transaction Date,Card Scheme,Amount,Commission,VAT,Net Amount\n88501158,22/11/2026,MADA,300.00,2.40,0.36,297.24\n';
  const payments = [1, 2, 3].map((id) => ({ id, rrn: `63260912000${id}` }));
  const { entries, summary } = await tryBankFile(text, [
    ...payments,
    { id: 4, scheme: 'Visa', rrn: '632609120004' },
  ]);
  expect(found(entries)).toEqual([
    ['timing', null, '4', null, '-10000'],
    // What it kept back of all three, beside each of them.
    ['matched', '2', null, 'batch', '0'],
    ['matched', '2', '1', 'batch', '0'],
    ['matched', '2', '2', 'batch', '0'],
    ['matched', '2', '3', 'batch', '0'],
  ]);
  expect(summary.bridges[0]).toMatchObject({
    portalMinor: 40_000,
    bankMinor: 29_724,
    differenceMinor: -10_000,
  });
});

test('lines that print one payment each without keys are no sums of them', async () => {
  const text =
    'Terminal ID,Transaction Date,Amount\n88501158,22/11/2026,100.00\n88501158,22/11/2026,100.00\n';
  const { entries } = await tryBankFile(text, [{}, { id: 2, rrn: '632609120002' }]);
  expect(entries.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['undecidedSum', 'nearLine'],
    ['undecidedSum', 'nearLine'],
    ['waits', 'nearLine'],
    ['waits', 'nearLine'],
  ]);
});

test('a file of sums alone: a sum that differs names its difference once, beside its payments', async () => {
  const text = 'Terminal ID,Transaction Date,Amount\n88501158,22/11/2026,195.00\n';
  const { entries, summary } = await tryBankFile(text, [{}, { id: 2, rrn: '632609120002' }]);
  expect(found(entries)).toEqual([
    ['amountDiffers', '2', null, 'batch', '-500'],
    ['matched', '2', '1', 'batch', '0'],
    ['matched', '2', '2', 'batch', '0'],
  ]);
  expect(summary.bridges[0]).toMatchObject({ portalMinor: 20_000, bankMinor: 19_500, differenceMinor: -500 });
});

test('a line without any key is matched to nothing and says so, with the nearest payments', async () => {
  const { entries } = await tryBankFile(
    fileText(
      lineText({ rrn: '632609120001' }),
      lineText({ rrn: '', stan: '', auth: '', card: '', amount: '55.00', fee: '', vat: '', net: '' }),
    ),
    [
      {},
      { id: 2, rrn: '632609120002', amountMinor: 5_500 },
      { id: 3, rrn: '632609120003', amountMinor: 5_500 },
    ],
  );
  const line = entries.find(({ outcome }) => outcome === 'undecidedSum');
  expect(line).toMatchObject({ line: '3', reason: 'nearLine' });
  expect(
    JSON.parse(line?.detail ?? '{}').candidates.map(
      ({ transactionId }: { transactionId: string }) => transactionId,
    ),
  ).toEqual(['2', '3']);
});

test('the nearest candidate and the field that failed are told from both sides', async () => {
  // The second line has an RRN of the portal: so the first one's names another payment.
  const second = sold(2, '22 12:00');
  const { entries } = await tryBankFile(
    fileText(lineText({ rrn: '632609128077', stan: '', auth: '' }), lineOf(second)),
    [{}, second],
  );
  const [inBank, inPortal] = entries;
  expect(inBank).toMatchObject({ outcome: 'missingInBank', reason: 'rrn' });
  expect(JSON.parse(inBank?.detail ?? '')).toEqual({
    params: { rrn: '632609128077' },
    candidates: [
      {
        transactionId: null,
        line: 2,
        agrees: ['terminal', 'amount', 'card', 'date'],
        differs: [{ field: 'rrn', value: '632609128077' }],
      },
    ],
  });
  expect(inPortal).toMatchObject({ outcome: 'missingInPortal', reason: 'noRrn' });
  expect(JSON.parse(inPortal?.detail ?? '').candidates).toMatchObject([
    { transactionId: '1', differs: [{ field: 'rrn', value: '632609120001' }] },
  ]);
});

const exactKeys = ['reference', 'rrn', 'stan', 'authCode', 'originalReference', 'originalRrn'];

test('the passes find what every line against every payment finds', { timeout: 30_000 }, async () => {
  const few = <T>(...values: T[]) => fc.constantFrom(...values);
  const spot = fc.record({
    tid: few('88501158', '88501165'),
    rrn: few(null, '632609120001', '632609120002', '632609120003'),
    stan: few(null, '000001', '000002'),
    auth: few(null, '111111', '222222'),
    last4: few('6106', '3421'),
    amount: few(10_000, 5_000, -5_000),
    hour: few('12', '13'),
    reference: few(null, null, 0, 1, 2, 3),
    sale: few(null, 0, 1, 2),
  });
  const uuidOf = (place: number): string => `0193a1b2-0000-7000-8000-${String(place).padStart(12, '0')}`;
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(spot, { minLength: 1, maxLength: 7 }),
      fc.array(spot, { maxLength: 7 }),
      async (drawnLines, drawnPayments) => {
        const lines = drawnLines.map((line) => ({
          ...line,
          reference: line.reference === null ? null : uuidOf(line.reference),
          sale: null,
        }));
        const isSale = (place: number | null): boolean =>
          place !== null && (drawnPayments[place]?.amount ?? -1) > 0;
        const payments = drawnPayments.map((payment, place) => ({
          ...payment,
          reference: uuidOf(place),
          sale: payment.amount < 0 && isSale(payment.sale) ? payment.sale : null,
        }));
        const rows = lines.map((line) => {
          const cells = lineText({
            tid: line.tid,
            type: line.amount < 0 ? 'Refund' : 'Purchase',
            date: `22/11/2026 ${line.hour}:00`,
            rrn: line.rrn ?? '',
            stan: line.stan ?? '',
            auth: line.auth ?? '',
            card: `484783******${line.last4}`,
            amount: String(Math.abs(line.amount) / 100),
            fee: '',
            vat: '',
            net: '',
          });
          return `${cells},${line.reference ?? ''}`;
        });
        const text = [`${headerText},Payment Reference`, ...rows, ''].join('\n');
        const records = payments.map(({ reference, sale, ...one }, place) => ({
          ...one,
          id: place + 1,
          uuid: reference,
          type: one.amount < 0 ? 'REFUND' : 'PURCHASE',
          originalId: sale === null ? null : sale + 1,
          authCode: one.auth,
          createdAtMs: Date.parse(`2026-11-22T${one.hour}:00:00+03:00`),
          amountMinor: Math.abs(one.amount),
          feeMinor: null,
          vatMinor: null,
          mdrBps: null,
        }));
        const { entries } = await tryBankFile(text, records);
        const exact = new Map<number, number>();
        for (const { line, transaction_id, matched_by } of entries) {
          if (line === null || transaction_id === null || !exactKeys.includes(matched_by ?? '')) continue;
          exact.set(Number(line) - 2, Number(transaction_id) - 1);
          seen.add(matched_by ?? '');
        }
        const plain = new Map([...plainMatching(lines, payments)].filter(([, payment]) => payment >= 0));
        expect(exact).toEqual(plain);
      },
    ),
    { numRuns: 400 },
  );
  expect([...seen].toSorted()).toEqual(exactKeys.toSorted());
});
