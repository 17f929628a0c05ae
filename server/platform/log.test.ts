import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLog, withoutSecrets } from './log.ts';

function logged(fields: object, message = 'm'): string {
  const lines: string[] = [];
  const log = createLog('trace', { write: (line) => void lines.push(line) });
  log.info(fields, message);
  return lines.join('');
}

const secretNames = [
  'authorization',
  'Cookie',
  'set-cookie',
  'sec-websocket-protocol',
  'password',
  'newPassword',
];
const moreNames = ['token', 'accessToken', 'otp', 'code', 'secret', 'DATABASE_URL', 'smtpUrl'];

test('a secret is not written, under whatever path of names and lists it stands', () => {
  const path = fc.array(fc.constantFrom('a', 'headers', 'list'), { maxLength: 4 });
  fc.assert(
    fc.property(path, fc.constantFrom(...secretNames, ...moreNames), fc.boolean(), (above, name, inList) => {
      const bottom: unknown = { [name]: 's3cr3t-value' };
      const fields = above.reduceRight<unknown>(
        (inner, key) => ({ [key]: inList ? [inner] : inner }),
        bottom,
      );
      expect(logged(fields as object)).not.toContain('s3cr3t-value');
    }),
  );
});

test('other fields are written as they are', () => {
  const line = JSON.parse(logged({ transactionId: '7', amountMinor: 120, list: [1, { a: null }] }));
  expect(line).toMatchObject({ level: 'info', msg: 'm', transactionId: '7', list: [1, { a: null }] });
  expect(line.time).toMatch(/^\d{4}-\d\d-\d\dT/);
});

test('a url loses its query, where links of mails carry their token', () => {
  expect(withoutSecrets({ url: '/neopaas/portal/reset?token=abc' })).toEqual({
    url: '/neopaas/portal/reset',
  });
});

test('an error is written with code, stack and cause, without the row that PostgreSQL quotes', () => {
  const cause = new Error('inner');
  const error = Object.assign(new Error('outer', { cause }), {
    code: '23505',
    detail: 'Key (email)=(a@b) exists',
  });
  const text = logged({ err: error });
  expect(JSON.parse(text).err).toMatchObject({
    message: 'outer',
    errorCode: '23505',
    cause: { message: 'inner' },
  });
  expect(text).not.toContain('a@b');
});

test('what is nested without end is cut', () => {
  const loop: Record<string, unknown> = {};
  loop['self'] = loop;
  expect(logged({ loop })).toContain('{…}');
});
