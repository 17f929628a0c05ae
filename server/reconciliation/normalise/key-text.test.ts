import { expect, test } from 'vitest';
import {
  absentKey,
  authFromBytes,
  cardEnds,
  isDamagedRrn,
  packSix,
  stanFromBytes,
  unpackSix,
  withoutCardNumbers,
} from './key-text.ts';

const bytes = (text: string): Buffer => Buffer.from(text);

test.each(['000000', 'ZZZZZZ', 'A1B2C3', '999999', '0Z0Z0Z'])('%s survives packing', (text) => {
  expect(unpackSix(packSix(bytes(text), 0))).toBe(text);
});

test('six different signs give six different numbers, and none is the mark of absence', () => {
  expect(packSix(bytes('ZZZZZZ'), 0)).toBeLessThan(absentKey - 1);
  expect(packSix(bytes('12-456'), 0)).toBe(absentKey);
});

test.each(['3.04245E+09', '3,04245E+9', '3042448545', '30424485451', '3042448545.0'])(
  'damaged RRN: %s',
  (text) => {
    expect(isDamagedRrn(text)).toBe(true);
  },
);

test.each(['003042448545', 'ABC042448545', '12345', '1234567890123'])('not damaged: %s', (text) => {
  expect(isDamagedRrn(text)).toBe(false);
});

test('STAN and approval code get back the zeros that files drop; all zeros is no approval code', () => {
  expect(stanFromBytes(bytes('46'), 0, 2)).toBe(46);
  expect(stanFromBytes(bytes('1234567'), 0, 7)).toBe(-1);
  expect(authFromBytes(bytes('97619'), 0, 5)).toBe(packSix(bytes('097619'), 0));
  expect(authFromBytes(bytes('A12'), 0, 3)).toBe(absentKey);
  expect(authFromBytes(bytes('000000'), 0, 6)).toBe(absentKey);
});

test('of a card the first six and last four are kept, whatever stood between', () => {
  expect(cardEnds('4941 46** **** 3714')).toEqual({ first6: 494_146, last4: 3_714 });
  expect(cardEnds('455036XXXXXX7619')).toEqual({ first6: 455_036, last4: 7_619 });
  expect(cardEnds('4550367619123456')).toEqual({ first6: 455_036, last4: 3_456 });
  expect(cardEnds('****3714')).toEqual({ first6: -1, last4: 3_714 });
});

test('a whole card number in a text to be shown is masked; other long figures stay', () => {
  expect(withoutCardNumbers('paid by 4111 1111 1111 1111 today')).toBe('paid by 411111******1111 today');
  expect(withoutCardNumbers('RRN 632609120001, 4111111111111112')).toBe('RRN 632609120001, 4111111111111112');
});
