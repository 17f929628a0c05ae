import { expect, test } from 'vitest';
import { readOffer } from './offer.ts';

const token = 'q'.repeat(43);

test.each([
  [`mizan.v1, ${token}`, { token, select: 'mizan.v1', isPlain: false }],
  [`${token},mizan.v1`, { token, select: 'mizan.v1', isPlain: false }],
  [token, { token, select: token, isPlain: true }],
])('%j is an offer', (header, offer) => {
  expect(readOffer(header)).toEqual(offer);
});

test.each([undefined, '', 'mizan.v1', `${token}, other`, `mizan.v1, ${token}, other`, 'mizan.v1, mizan.v1'])(
  '%j is none',
  (header) => {
    expect(readOffer(header)).toBeNull();
  },
);
