import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { actionCodes } from './action-codes.ts';
import {
  mayHaveForgotten,
  mismatchOf,
  noAnswer,
  outcomeOfAck,
  outcomeOfCodes,
  outcomeOfNotFound,
  outcomeOfResult,
  outcomeUnknown,
  stepFor,
  undecided,
} from './outcome.ts';
import { explainProviderCode, providerCodes } from './provider-codes.ts';
import type { ResultBody } from './terminal-link.ts';
import { type TransactionStatus, transactionStatuses } from './transaction-states.ts';

/** The status of every two-digit code with the action code that fits it; undecided ones stay INITIALIZED. */
const expected: readonly [code: string, action: string, status: TransactionStatus][] = [
  ['00', '000', 'APPROVED'],
  ['01', '116', 'DECLINED'],
  ['02', '100', 'DECLINED'],
  ['11', '188', 'CANCELED'],
  ['12', '400', 'CANCELED'],
  ['13', '115', 'DECLINED'],
  ['14', '119', 'DECLINED'],
  ['15', '101', 'DECLINED'],
  ['16', '190', 'DECLINED'],
  ['17', '111', 'DECLINED'],
  ['18', '916', 'INITIALIZED'],
  ['86', '197', 'DECLINED'],
  ['87', '106', 'DECLINED'],
  ['88', '188', 'TIMEOUT'],
  ['89', '115', 'DECLINED'],
  ['90', '188', 'CANCELED'],
  ['91', '188', 'CANCELED'],
  ['92', '000', 'INITIALIZED'],
  ['93', '188', 'TIMEOUT'],
  ['94', '117', 'DECLINED'],
  ['95', '110', 'DECLINED'],
  ['96', '208', 'DECLINED'],
  ['97', '188', 'DECLINED'],
  ['98', '188', 'DECLINED'],
  ['99', '188', 'TIMEOUT'],
  ['42', '000', 'INITIALIZED'],
];

describe('codes', () => {
  test.each(expected)('provider code %s with action %s: %s', (code, action, status) => {
    expect(outcomeOfCodes(code, action, false)).toEqual({ status, review: null, refusal: null });
  });

  test('every provider code of the table is expected above', () => {
    expect(expected.map(([code]) => code).toSorted()).toEqual(
      [...Object.keys(providerCodes), '42'].toSorted(),
    );
  });

  test.each(['109', '120', '917', '919', '940'])(
    'declined with action %s, nothing charged: misconfigured',
    (action) => {
      expect(outcomeOfCodes('02', action, false).status).toBe('TERMINAL_MISCONF');
    },
  );

  test('an invalid MAC is misconfiguration only once the terminal, asked, says it again', () => {
    expect(outcomeOfCodes('18', '917', false).status).toBe('INITIALIZED');
    expect(outcomeOfCodes('18', '917', true).status).toBe('TERMINAL_MISCONF');
  });

  test('a card removed after the request stays undecided however often it is said', () => {
    expect(outcomeOfCodes('92', '000', true)).toEqual(undecided);
  });

  test.each([
    ['00', '116'],
    ['00', '903'],
    ['01', '000'],
    ['93', '000'],
  ])('%s with action %s contradict each other: a review', (code, action) => {
    expect(outcomeOfCodes(code, action, true)).toMatchObject({
      status: 'INITIALIZED',
      review: 'CODES_CONTRADICT',
    });
  });

  test('an action code in no table contradicts nothing', () => {
    expect(outcomeOfCodes('00', '777', false).status).toBe('APPROVED');
    expect(outcomeOfCodes('01', '777', false).status).toBe('DECLINED');
  });

  test('approved only where the provider says charged and no action code says otherwise', () => {
    const action = fc.oneof(fc.constantFrom(...Object.keys(actionCodes)), fc.stringMatching(/^\d{3}$/));
    fc.assert(
      fc.property(fc.stringMatching(/^\d{2}$/), action, fc.boolean(), (code, given, asked) => {
        const approved = outcomeOfCodes(code, given, asked).status === 'APPROVED';
        const declined = /Decline|Re-enter/.test(actionCodes[given]?.action ?? '');
        expect(approved).toBe(explainProviderCode(code).money === 'charged' && !declined);
      }),
    );
  });
});

describe('results', () => {
  const request = { tid: '88501158', type: 'PURCHASE', amountMinor: 1_000, currency: 'SAR' } as const;
  const body: ResultBody = {
    paymentId: '0197f2c0-0000-7000-8000-000000000001',
    resultSeq: 1,
    kind: 'PURCHASE',
    providerCode: '00',
    actionCode: '000',
    rrn: null,
    stan: null,
    authCode: null,
    maskedPan: null,
    scheme: 'Mada',
    acquirerCode: null,
    amountMinor: 1_000,
    currency: 'SAR',
    startAt: '2026-11-21T09:00:00.000Z',
    endAt: '2026-11-21T09:00:05.000Z',
    receipt: null,
  };

  test.each([
    ['amount', '88501158', { amountMinor: 1_001 }, 'RESULT_MISMATCH'],
    ['currency', '88501158', { currency: 'USD' as const }, 'RESULT_MISMATCH'],
    ['kind', '88501158', { kind: 'REFUND' as const }, 'RESULT_MISMATCH'],
    ['tid', '88501159', {}, 'FOREIGN_PAYMENT'],
  ])('an approval with another %s approves nothing', (field, tid, more, review) => {
    expect(mismatchOf(request, tid, { ...body, ...more })).toBe(field);
    expect(outcomeOfResult(request, tid, { ...body, ...more }, false)).toEqual({
      status: 'INITIALIZED',
      review,
      refusal: null,
    });
  });

  test('an approval of what was asked for approves', () => {
    expect(outcomeOfResult(request, request.tid, body, false).status).toBe('APPROVED');
  });
});

describe('answers without codes', () => {
  test('not found before it was acknowledged: nothing was sent; after: the journal is lost', () => {
    expect(outcomeOfNotFound(false)).toMatchObject({ status: 'TERMINAL NOT CONNECTED', review: null });
    expect(outcomeOfNotFound(true)).toMatchObject({ status: 'INITIALIZED', review: 'JOURNAL_LOST' });
  });

  test.each([
    ['acknowledged', { sentAt: new Date(1_000), ackedAt: new Date(2_000) }, null, true],
    [
      'not acknowledged, a terminal that names no journal',
      { sentAt: new Date(1_000), ackedAt: null },
      null,
      false,
    ],
    ['sent under this journal', { sentAt: new Date(1_000), ackedAt: null }, new Date(1_000), false],
    ['sent under another journal', { sentAt: new Date(1_000), ackedAt: null }, new Date(1_001), true],
    ['never sent', { sentAt: null, ackedAt: null }, new Date(1_001), false],
  ])('whether it may have been forgotten: %s', (_, sent, journalSince, forgotten) => {
    expect(mayHaveForgotten(sent, journalSince)).toBe(forgotten);
  });

  test('acknowledgements', () => {
    expect(outcomeOfAck.ACCEPTED).toEqual(undecided);
    expect(outcomeOfAck.BUSY).toMatchObject({ status: 'DECLINED', refusal: 'BUSY' });
    expect(outcomeOfAck.EXPIRED).toMatchObject({ status: 'DECLINED', refusal: 'EXPIRED' });
    expect(outcomeOfAck.MISCONF).toMatchObject({ status: 'TERMINAL_MISCONF', refusal: 'MISCONF' });
    expect(outcomeOfAck.CONFLICT).toMatchObject({ status: 'INITIALIZED', review: 'RESULT_MISMATCH' });
  });
});

describe('what an outcome does', () => {
  const approval = outcomeOfCodes('00', '000', false);
  const decline = outcomeOfCodes('01', '116', false);

  test.each(transactionStatuses)('an approval that finds the payment %s', (status) => {
    const step = { INITIALIZED: 'decide', APPROVED: 'note' }[status as string] ?? 'approveLate';
    expect(stepFor({ status, outcomeUnknown: false }, approval)).toBe(step);
  });

  test('a late refusal leaves a final state, and answers its question', () => {
    expect(stepFor({ status: 'TIMEOUT', outcomeUnknown: true }, decline)).toBe('settleReview');
    expect(stepFor({ status: 'TIMEOUT', outcomeUnknown: false }, decline)).toBe('note');
    expect(stepFor({ status: 'APPROVED', outcomeUnknown: false }, decline)).toBe('note');
  });

  test('a quarter of an hour without an answer decides TIMEOUT and asks a person', () => {
    expect(stepFor({ status: 'INITIALIZED', outcomeUnknown: true }, noAnswer)).toBe('decide');
  });

  test.each([
    ['fresh', { status: 'INITIALIZED', underReview: false, resultSeq: null, queryCount: 0 }, false],
    ['asked for', { status: 'INITIALIZED', underReview: false, resultSeq: null, queryCount: 1 }, true],
    [
      'an answer that decides nothing',
      { status: 'INITIALIZED', underReview: false, resultSeq: 1, queryCount: 0 },
      true,
    ],
    [
      'timed out, nobody decided',
      { status: 'TIMEOUT', underReview: true, resultSeq: null, queryCount: 9 },
      true,
    ],
    [
      'timed out by the terminal',
      { status: 'TIMEOUT', underReview: false, resultSeq: 1, queryCount: 0 },
      false,
    ],
    ['approved late', { status: 'APPROVED', underReview: true, resultSeq: 1, queryCount: 9 }, false],
  ] as const)('outcome unknown, %s', (_, payment, unknown) => {
    expect(outcomeUnknown(payment)).toBe(unknown);
  });
});
