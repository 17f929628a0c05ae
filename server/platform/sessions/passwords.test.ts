import { expect, test } from 'vitest';
import { hashingLimits, hashPassword, verifyPassword } from './passwords.ts';

test('argon2id with 19 MiB and two passes, and no hash is like another', async () => {
  const [one, two] = await Promise.all([hashPassword('Mizan#2026'), hashPassword('Mizan#2026')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(two);
  expect(await verifyPassword(one, 'Mizan#2026')).toBe(true);
  expect(await verifyPassword(one, 'mizan#2026')).toBe(false);
});

test('a user who does not exist fits no password', async () => {
  expect(await verifyPassword(null, 'no password is this one, as nobody has it')).toBe(false);
});

// So many hashes are the work of half a minute for a machine that does as much besides.
test('unavailable: more at once than the queue holds; the others are served', async () => {
  const stored = await hashPassword('x');
  const room = hashingLimits.atOnce + hashingLimits.waiting;
  const asked = Array.from({ length: room + 3 }, () => verifyPassword(stored, 'x'));
  const outcomes = await Promise.allSettled(asked);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(room);
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(refused.map(({ reason }) => (reason as { code: string }).code)).toEqual(
    Array(3).fill('unavailable'),
  );
  expect(await verifyPassword(stored, 'x')).toBe(true);
}, 60_000);
