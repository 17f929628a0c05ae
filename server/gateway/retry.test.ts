import { describe, expect, test, vi } from 'vitest';
import { RolledBack, TryAgain } from '../platform/database/try-again.ts';
import { isPassing, whileAway } from './retry.ts';

const withCode = (code: string): Error => Object.assign(new Error('failed'), { code });

describe('what passes', () => {
  test.each(['08006', '40001', '40P01', '53300', '55P03', '57P01', 'ECONNREFUSED', 'ECONNRESET'])(
    '%s passes',
    (code) => {
      expect(isPassing(withCode(code))).toBe(true);
    },
  );
  test.each(['23505', '42501', '42P01', '22P02'])('%s does not', (code) => {
    expect(isPassing(withCode(code))).toBe(false);
  });
  test('lost connections without a code pass, mistakes of ours do not', () => {
    expect(isPassing(new Error('Connection terminated unexpectedly'))).toBe(true);
    expect(isPassing(new Error('timeout exceeded when trying to connect'))).toBe(true);
    expect(isPassing(new Error('Query read timeout'))).toBe(true);
    expect(isPassing(new Error('timeout expired'))).toBe(true);
    expect(isPassing(new RolledBack())).toBe(true);
    expect(isPassing(new TryAgain('somebody was quicker'))).toBe(true);
    expect(isPassing(new TypeError('connection is not a function'))).toBe(false);
    expect(isPassing(new Error('the terminal 88501158 has no row'))).toBe(false);
    // The words of an error say nothing: one of ours about a timeout, or about something rolled back, is a mistake.
    expect(isPassing(new Error('the timeout of the terminal is no number'))).toBe(false);
    expect(isPassing(new Error('the offer was rolled back'))).toBe(false);
  });
});

test('work is done again until the database is back', async () => {
  const work = vi.fn<() => Promise<void>>().mockRejectedValueOnce(withCode('57P01')).mockResolvedValueOnce();
  await whileAway(work, () => true);
  expect(work).toHaveBeenCalledTimes(2);
});

test('nobody waits for a terminal that has gone, nor with what will not pass', async () => {
  const away = vi.fn<() => Promise<void>>().mockRejectedValue(withCode('57P01'));
  await expect(whileAway(away, () => false)).rejects.toMatchObject({ code: '57P01' });
  const fault = vi.fn<() => Promise<void>>().mockRejectedValue(withCode('23505'));
  await expect(whileAway(fault, () => true)).rejects.toMatchObject({ code: '23505' });
  expect([away.mock.calls.length, fault.mock.calls.length]).toEqual([1, 1]);
});
