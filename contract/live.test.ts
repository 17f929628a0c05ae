import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatLive, isSpecified, type LiveMessage, noticeTypes, parseLive } from './live.ts';

const rowId = fc.bigInt({ min: 1n, max: 9_223_372_036_854_775_807n }).map(String);
const tid = fc.stringMatching(/^\d{8,16}$/);
const message: fc.Arbitrary<LiveMessage> = fc.oneof(
  fc.record({ type: fc.constantFrom(...noticeTypes), tid }),
  fc.record({ type: fc.constant('PAY' as const), approved: fc.boolean(), transactionId: rowId }),
  fc.record({ type: fc.constant('TRX' as const), transactionId: rowId }),
  fc.record({ type: fc.constant('FIL' as const), bankFileId: rowId }),
  fc.record({ type: fc.constant('SEQ' as const), seq: fc.nat() }),
  fc.record({ type: fc.constant('AGO' as const), ms: fc.nat() }),
  fc.record({ type: fc.constant('NTC' as const), seq: fc.nat() }),
  fc.record({ type: fc.constant('NRD' as const), userId: rowId }),
  fc.record({ type: fc.constant('SET' as const) }),
);

test('what is written is read back as the same message', () => {
  fc.assert(
    fc.property(message, (each) => {
      expect(parseLive(formatLive(each))).toEqual(each);
    }),
  );
});

test('the texts that every client gets (rules S4.5): a type, then what it is about, with nothing between', () => {
  expect(formatLive({ type: 'TCO', tid: '88501158' })).toBe('TCO88501158');
  expect(formatLive({ type: 'PAY', approved: false, transactionId: '42' })).toBe('PAY042');
  expect(formatLive({ type: 'PAY', approved: true, transactionId: '1042' })).toBe('PAY11042');
});

test('only our own additions are kept from clients that did not offer the protocol', () => {
  fc.assert(
    fc.property(message, (each) => {
      expect(isSpecified(formatLive(each))).toBe(
        !['TRX', 'FIL', 'SEQ', 'AGO', 'NTC', 'NRD', 'SET'].includes(each.type),
      );
    }),
  );
});

test.each([
  '',
  'PAY',
  'PAY27',
  'PAY1',
  'PAY10',
  'TRX0',
  'TCO',
  'tco88501158',
  'TCO8850 1158',
  'SEQ',
  'SEQ07',
  'XYZ1',
  'PAY1x',
])("'%s' is no message", (text) => expect(parseLive(text)).toBeNull());

test('whatever comes over the line, it is read as what would be written so, or as nothing', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const message = parseLive(text);
      expect(message === null || formatLive(message) === text).toBe(true);
    }),
  );
});
