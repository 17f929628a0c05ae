/** Where the file does not say enough for certainty: what the engine says then, and what it must not say. */
import { expect, test } from 'vitest';
import { fileText, headerText, lineText, type TrialPayment, tryBankFile } from '../bank-file-trial.ts';
import type { LineAnswer } from '../match/brought-before.ts';

const second: TrialPayment = { id: 2, rrn: '632609120002', stan: '000002', authCode: '446121' };
const told = (
  entries: readonly { outcome: string | null; transaction_id: string | null; reason: string | null }[],
) => entries.map(({ outcome, transaction_id, reason }) => [outcome, transaction_id, reason]);
const paramsOf = (detail: string | null | undefined): unknown => JSON.parse(detail ?? '{}').params;

test('a rejected row that still names its payment by RRN: the payment waits and is not to claim', async () => {
  const broken = lineText({ rrn: '632609120002', amount: 'x' });
  const { entries, summary } = await tryBankFile(fileText(lineText(), broken), [{}, second]);
  expect(told(entries)[0]).toEqual(['waits', '2', 'rejectedLine']);
  expect(paramsOf(entries[0]?.detail)).toEqual({ line: 3 });
  expect(summary).toMatchObject({
    verdict: 'INCOMPLETE',
    bridges: [{ groups: { toClaim: 0, notDueYet: -10_000 } }],
  });
});

test('a rejected row names its payment by terminal and approval code too', async () => {
  const broken = lineText({ rrn: '', stan: '', auth: '446121', amount: 'x' });
  const { entries } = await tryBankFile(fileText(lineText(), broken), [
    {},
    second,
    { ...second, id: 3, rrn: '632609120003', tid: '88509999', authCode: '446121', scheme: 'Mada' },
  ]);
  expect(told(entries).filter(([outcome]) => outcome === 'waits')).toEqual([['waits', '2', 'rejectedLine']]);
});

test('rows that name nothing: as many missing payments as such rows wait, the largest; more are missing and say so', async () => {
  const junk = '88501158,,,,Purchase,22/11/2026 12:00,,x,,,,MADA';
  const keys = { rrn: '632609120003', stan: '000003', authCode: '446122' };
  const third: TrialPayment = { ...keys, id: 3, amountMinor: 12_000 };
  const one = await tryBankFile(fileText(lineText(), junk), [{}, second]);
  expect(told(one.entries)[0]).toEqual(['waits', '2', 'unreadLines']);
  expect(one.summary.verdict).toBe('INCOMPLETE');
  const two = await tryBankFile(fileText(lineText(), junk), [{}, second, third]);
  expect(told(two.entries).slice(0, 2)).toEqual([
    ['missingInBank', '2', 'unreadLines'],
    ['waits', '3', 'unreadLines'],
  ]);
  for (const entry of two.entries.slice(0, 2))
    expect(paramsOf(entry.detail)).toEqual({ count: 1, missingCount: 2 });
  expect(two.summary).toMatchObject({
    verdict: 'UNBALANCED',
    bridges: [{ groups: { toClaim: -10_000, notDueYet: -12_000 } }],
    holes: [{ kind: 'rejectedLines', waitsCount: 1, waitsMinor: -12_000 }],
  });
});

test('a rejected row with the RRN of a payment that has its line holds no other payment back', async () => {
  const { entries } = await tryBankFile(fileText(lineText(), lineText({ amount: 'x' })), [{}, second]);
  expect(told(entries)[0]?.[0]).toBe('missingInBank');
});

test('fees that differ by rounding only are balanced, whatever they add up to', async () => {
  const payment = { amountMinor: 10_199, feeMinor: 82, vatMinor: 12 };
  const truncated = { amount: '101.99', fee: '0.81', vat: '0.12', net: '101.06' };
  const { summary } = await tryBankFile(fileText(lineText(truncated)), [payment]);
  expect(summary).toMatchObject({
    verdict: 'BALANCED',
    bridges: [{ differenceMinor: 1, groups: { toClaim: 0, notDueYet: 0, paidTooMuch: 0 } }],
  });
});

test('a halala more and a halala less with nothing open are balanced', async () => {
  const { summary } = await tryBankFile(
    fileText(
      lineText({ fee: '0.81', vat: '0.12', net: '99.07' }),
      lineText({ rrn: '632609120002', fee: '0.79', vat: '0.12', net: '99.09' }),
    ),
    [{}, second],
  );
  expect(summary).toMatchObject({ verdict: 'BALANCED', bridges: [{ differenceMinor: 0 }] });
});

test('without an agreed rate a fee is not judged: the bridge has it as the bank took it, and nothing is claimed', async () => {
  const noRate: TrialPayment = {
    mdrBps: null,
    vatBps: null,
    capLimitMinor: null,
    feeMinor: null,
    vatMinor: null,
  };
  const dear = lineText({ rrn: '632609120002', fee: '9.00', vat: '1.35', net: '89.65' });
  const { entries, summary } = await tryBankFile(fileText(lineText(), dear), [{}, { ...second, ...noRate }]);
  expect(told(entries).map(([outcome]) => outcome)).toEqual(['matched', 'matched']);
  expect(summary).toMatchObject({
    verdict: 'BALANCED',
    bridges: [{ chargesMinor: -92, notJudgedMinor: -1_035, notJudgedCount: 1, differenceMinor: 0 }],
  });
});

test('fee lines of payments without a rate are not judged either', async () => {
  const plain = { fee: '', vat: '', net: '' };
  const noRate: TrialPayment = {
    mdrBps: null,
    vatBps: null,
    capLimitMinor: null,
    feeMinor: null,
    vatMinor: null,
  };
  const fee = lineText({ rrn: '', stan: '', auth: '', card: '', type: 'Fee', amount: '9.00', ...plain });
  const { summary } = await tryBankFile(fileText(lineText(plain), fee), [noRate]);
  expect(summary).toMatchObject({
    verdict: 'INCOMPLETE',
    absent: [{ kind: 'feeLines', value: '900', count: 1 }],
    bridges: [{ chargesMinor: 0, notJudgedMinor: -900, bankMinor: 9_100, differenceMinor: 0 }],
  });
});

test('cash paid out with a purchase carries no fee', async () => {
  // 0.80% of 100.00 - 40.00 is 0.48, VAT 0.07.
  const cash = { cashMinor: 4_000, feeMinor: 48, vatMinor: 7 };
  const right = lineText({ fee: '0.48', vat: '0.07', net: '99.45' });
  expect((await tryBankFile(fileText(right), [cash])).summary.verdict).toBe('BALANCED');
  const dear = await tryBankFile(fileText(lineText()), [cash]);
  expect(dear.entries).toMatchObject([{ outcome: 'feeDiffers', difference_minor: '-37' }]);
  const less = lineText({ amount: '90.00', fee: '0.40', vat: '0.06', net: '89.54' });
  const amount = await tryBankFile(fileText(less), [cash]);
  expect(amount.entries).toMatchObject([{ outcome: 'amountDiffers', difference_minor: '-1000' }]);
});

test("a line under another terminal's number, found by its approval code, says so and is no difference", async () => {
  const { entries, summary } = await tryBankFile(fileText(lineText({ tid: '88509999', rrn: '', stan: '' })), [
    {},
  ]);
  expect(entries).toMatchObject([
    {
      outcome: 'otherTerminal',
      transaction_id: '1',
      matched_by: 'authCode',
      claims: 't',
      difference_minor: '0',
    },
  ]);
  expect(paramsOf(entries[0]?.detail)).toEqual({ tid: '88501158', lineTid: '88509999' });
  expect(summary.verdict).toBe('BALANCED');
});

test('a key that was kept as a number: with decimals it is its digits, rounded it is none and flagged', async () => {
  const decimals = await tryBankFile(
    fileText(lineText({ tid: '88501158.0', rrn: '632609120001.0', stan: '1.0', auth: '446120.0' })),
    [{}],
  );
  expect(decimals.entries).toMatchObject([{ outcome: 'matched', matched_by: 'rrn' }]);
  expect(decimals.summary.warnings).toEqual([]);
  const rounded = await tryBankFile(
    fileText(lineText({ tid: '8.85012E+07', rrn: '6.32609E+11', stan: '', auth: '4.4612E+05', card: '' })),
    [{ tid: '77000001', scheme: 'Visa', amountMinor: 9_000 }],
  );
  expect(rounded.summary.warnings.map(({ code, field, value }) => [code, field, value])).toEqual([
    ['float', 'rrn', '6.32609E+11'],
    ['float', 'authCode', '4.4612E+05'],
    ['float', 'terminalId', '8.85012E+07'],
  ]);
  expect(rounded.entries.find(({ outcome }) => outcome === 'missingInPortal')).toMatchObject({
    reason: 'damaged',
    rrn: '6.32609E+11',
  });
});

test('a sum with one purchase missing and a refund in its group names every payment that would explain it', async () => {
  const refund: TrialPayment = {
    id: 4,
    type: 'REFUND',
    rrn: '632609120004',
    amountMinor: 5_000,
    feeMinor: 0,
    vatMinor: 0,
  };
  const payments = [
    {},
    { ...second, amountMinor: 5_000 },
    { id: 3, rrn: '632609120003', amountMinor: 3_000 },
    refund,
  ];
  // 100 + 30 - 50: the purchase of 50 is missing; or, without the refund, the one of 100.
  const text = 'Terminal ID,Transaction Date,Amount\n88501158,22/11/2026,80.00\n';
  const { entries, summary } = await tryBankFile(text, payments);
  expect(entries[0]).toMatchObject({ outcome: 'amountDiffers', reason: 'sum', difference_minor: '-5000' });
  expect(
    JSON.parse(entries[0]?.detail ?? '').candidates.map(
      (one: { transactionId: string }) => one.transactionId,
    ),
  ).toEqual(['1', '2']);
  expect(summary.verdict).toBe('UNBALANCED');
});

test('a sum of purchases and a sum of refunds keep to their own, whichever stands first', async () => {
  const refund: TrialPayment = {
    id: 3,
    type: 'REFUND',
    rrn: '632609120003',
    amountMinor: 5_000,
    feeMinor: 0,
    vatMinor: 0,
  };
  const payments = [{}, { ...second, amountMinor: 5_000 }, refund];
  for (const lines of [
    ['88501158,22/11/2026,100.00', '88501158,22/11/2026,-50.00'],
    ['88501158,22/11/2026,-50.00', '88501158,22/11/2026,100.00'],
  ]) {
    const { entries, summary } = await tryBankFile(
      ['Terminal ID,Transaction Date,Amount', ...lines, ''].join('\n'),
      payments,
    );
    expect(entries[0]).toMatchObject({ outcome: 'amountDiffers', reason: 'sum', difference_minor: '-5000' });
    expect(summary.bridges[0]?.differenceMinor).toBe(-5_000);
  }
});

test('a sum that no payment alone explains says so, and compares itself with none of them', async () => {
  const text = ['Terminal ID,Transaction Date,Amount', '88501158,22/11/2026,200.03', ''].join('\n');
  const { entries } = await tryBankFile(text, [{}, second]);
  expect(entries[0]).toMatchObject({ outcome: 'amountDiffers', reason: 'sum', difference_minor: '3' });
  expect(paramsOf(entries[0]?.detail)).toEqual({ count: 0 });
  expect(entries[0]?.detail).not.toContain('candidates');
});

const settled = (...lines: string[]): string =>
  [`${headerText},Settlement Date,Batch No`, ...lines, ''].join('\n');
const claimed: TrialPayment = {
  claimedBy: 77,
  claimedLine: 5,
  claimedGrossMinor: 10_000,
  claimedChargeMinor: 92,
  claimedDay: '2026-11-23',
  claimedBatch: '7',
};

test('a line that an earlier file brought is quiet where figures and date or batch are equal, and once only', async () => {
  const line = `${lineText()},23/11/2026,7`;
  const { entries, summary } = await tryBankFile(settled(line, line), [claimed]);
  expect(told(entries)).toEqual([
    ['duplicate', null, 'claimed'],
    ['confirmedBefore', '1', 'confirmedBefore'],
  ]);
  expect(paramsOf(entries[0]?.detail)).toEqual({ line: 2 });
  expect(paramsOf(entries[1]?.detail)).toEqual({ bankFileId: '77', line: 5 });
  expect(summary.bridges).toMatchObject([
    { portalMinor: 0, beforeMinor: 10_000, beforeCount: 1, bankMinor: 19_816, differenceMinor: 10_000 },
  ]);
  const alone = await tryBankFile(settled(`${lineText()},,7`), [claimed]);
  expect(alone.summary).toMatchObject({ verdict: 'BALANCED', bridges: [{ differenceMinor: 0 }] });
});

test.each(['٧', '007', '="7"', '7.0'])(
  'a batch is the same however its number is written: %s',
  async (batch) => {
    const { summary } = await tryBankFile(settled(`${lineText()},,"${batch.replaceAll('"', '""')}"`), [
      claimed,
    ]);
    expect(summary.verdict).toBe('BALANCED');
  },
);

test('a refund deducted in two files is a duplicate, but for the very same line come again', async () => {
  const refund: TrialPayment = {
    ...claimed,
    type: 'REFUND',
    feeMinor: 0,
    vatMinor: 0,
    claimedGrossMinor: -10_000,
    claimedChargeMinor: 0,
  };
  const line = lineText({ type: 'Refund', amount: '-100.00', fee: '0', vat: '0', net: '-100.00' });
  const again = await tryBankFile(settled(`${line},23/11/2026,7`), [refund]);
  expect(again.entries[0]?.outcome).toBe('confirmedBefore');
  const twice = await tryBankFile(settled(`${line},24/11/2026,8`), [refund]);
  expect(twice.entries[0]).toMatchObject({ outcome: 'duplicate', difference_minor: '-10000' });
  expect(twice.summary.verdict).toBe('UNBALANCED');
});

test('of one RRN on payments years apart the nearer has the line, also where it is declined or taken', async () => {
  const old: TrialPayment = {
    id: 9,
    businessDay: '2016-11-22',
    createdAtMs: Date.parse('2016-11-22T12:00:00+03:00'),
  };
  const free = await tryBankFile(fileText(lineText()), [old, {}]);
  expect(told(free.entries)).toEqual([['matched', '1', null]]);
  const declined = await tryBankFile(fileText(lineText()), [old, { status: 'DECLINED' }]);
  expect(told(declined.entries)[0]).toEqual(['statusConflict', '1', 'status']);
  const taken = await tryBankFile(settled(`${lineText()},23/11/2026,7`), [old, claimed]);
  expect(told(taken.entries)).toEqual([['confirmedBefore', '1', 'confirmedBefore']]);
});

test('what a person says of a line that is asked about decides it, and of no other earlier file', async () => {
  const asked: TrialPayment = { ...claimed, claimedDay: null, claimedBatch: null };
  const other: TrialPayment = { ...second, ...asked, id: 2, claimedLine: 6 };
  const text = fileText(lineText(), lineText({ rrn: '632609120002', stan: '000002', auth: '446121' }));
  const judge = (answers: LineAnswer[]) => tryBankFile(text, [asked, other], { answers });
  const of = (line: number, isSame: boolean): LineAnswer => ({ earlierFileId: '77', line, isSame });
  expect((await judge([])).summary).toMatchObject({ verdict: 'INCOMPLETE', exceptionCount: 2 });
  expect((await judge([of(0, true)])).summary).toMatchObject({ verdict: 'BALANCED', exceptionCount: 0 });
  const { entries, summary } = await judge([of(0, true), of(3, false)]);
  expect(told(entries)).toEqual([
    ['duplicate', null, 'claimed'],
    ['confirmedBefore', '1', 'confirmedBefore'],
  ]);
  expect(paramsOf(entries[0]?.detail)).toEqual({ bankFileId: '77', line: 6, isAnswered: true });
  expect(summary).toMatchObject({ verdict: 'UNBALANCED', bridges: [{ differenceMinor: 10_000 }] });
  const elsewhere = await judge([{ earlierFileId: '78', line: 0, isSame: true }]);
  expect(elsewhere.summary.verdict).toBe('INCOMPLETE');
});
