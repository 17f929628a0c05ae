import { afterAll, expect, test } from 'vitest';
import { addAdministrator, readAdministrator } from './admin-create.ts';
import { closeDatabase, openDatabase, platformRows } from './platform/database/database.ts';
import { verifyPassword } from './platform/sessions/passwords.ts';
import { testDatabase } from './platform/testing/database.ts';

const db = openDatabase((await testDatabase()).roles);
afterAll(() => closeDatabase(db));
const administrator = { email: 'Admin@mizan.test', fullName: ' Huda Al-Harbi ', password: 'Balance#2026' };
const at = new Date('2026-11-21T08:00:00Z');
const now = { at, isBreached: async (password: string) => password === 'Leaked-Khaki#8' };

test('an administrator is added with a verified e-mail and a password that signs in', async () => {
  await addAdministrator(db, readAdministrator(administrator), now);
  const rows = await platformRows<{ hash: string }>(
    db,
    `SELECT password_hash AS hash FROM users
     WHERE role = 'ADMIN' AND merchant_id IS NULL AND full_name = 'Huda Al-Harbi' AND email_verified_at = $1`,
    [at],
  );
  expect(await verifyPassword(rows[0]?.hash ?? null, 'Balance#2026')).toBe(true);
});

test('an e-mail that somebody has is refused in one line, however its letters are cased', async () => {
  await expect(addAdministrator(db, { ...administrator, email: 'ADMIN@MIZAN.TEST' }, now)).rejects.toThrow(
    'is in use already',
  );
});

test('a breached password is refused, and nobody is added', async () => {
  const leaked = { ...administrator, email: 'second@mizan.test', password: 'Leaked-Khaki#8' };
  await expect(addAdministrator(db, readAdministrator(leaked), now)).rejects.toThrow('known from a breach');
  await addAdministrator(db, { ...leaked, password: administrator.password }, now);
});

test.each([
  [{ email: 'nobody' }, 'email'],
  [{ fullName: '  ' }, 'full name'],
  [{ password: 'password' }, 'password'],
  [{ password: 'Mizan#2026' }, 'password'],
])('%j is refused by name', (wrong, named) => {
  expect(() => readAdministrator({ ...administrator, ...wrong })).toThrow(named);
});
