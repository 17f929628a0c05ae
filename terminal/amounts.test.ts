import { expect, test } from 'vitest';
import { scriptFor, scripts } from './amounts.ts';

test.each(Object.entries(scripts))('.%s fails for a refund and a reversal alike', (end, script) => {
  for (const kind of ['REFUND', 'REVERSAL'] as const)
    expect(scriptFor(10_000 + Number(end), kind)).toBe(script);
});

test('what only a refund may meet approves a purchase', () => {
  const givingBack = Object.entries(scripts).filter(([, script]) => script.givesBack);
  expect(givingBack.length).toBeGreaterThan(0);
  for (const [end] of givingBack) expect(scriptFor(10_000 + Number(end), 'PURCHASE').codes).toBeUndefined();
});
