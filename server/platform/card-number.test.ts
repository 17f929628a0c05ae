import { expect, test } from 'vitest';
import { receiptWithoutCardNumbers, withoutCardNumbers } from './card-number.ts';

test.each([
  ['4111111111111111', '411111******1111'],
  ['card 4111 1111 1111 1111 ok', 'card 411111******1111 ok'],
  ['4111-1111-1111-1111', '411111******1111'],
  ['378282246310005', '378282*****0005'],
])('%s is cut to its first six and last four', (text, kept) => {
  expect(withoutCardNumbers(text)).toBe(kept);
});

test.each(['411111******1111', '632609000123', '4111111111111112', '21/11/2026 17:23:13'])(
  '%s is no card number and stays',
  (text) => {
    expect(withoutCardNumbers(text)).toBe(text);
  },
);

test('a terminal’s own number stays, whatever its digits', () => {
  expect(
    receiptWithoutCardNumbers({ tid: '4111111111111111', aid: 'A0000002282010', expiry: '4111111111111111' }),
  ).toEqual({
    tid: '4111111111111111',
    aid: 'A0000002282010',
    expiry: '411111******1111',
  });
});
