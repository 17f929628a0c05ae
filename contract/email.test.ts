import { expect, test } from 'vitest';
import { readEmail } from './email.ts';

test.each([
  ['sara@diyar.coffee', 'sara@diyar.coffee'],
  [' Sara@Diyar.coffee ', 'Sara@Diyar.coffee'],
  ["o'brien+tills@mail.diyar.com.sa", "o'brien+tills@mail.diyar.com.sa"],
  // As an address is copied: between marks that keep its direction.
  ['\u202asara@diyar.coffee\u202c', 'sara@diyar.coffee'],
  [`${'s'.repeat(64)}@diyar.coffee`, `${'s'.repeat(64)}@diyar.coffee`],
])('%j is %s', (typed, address) => {
  expect(readEmail(typed)).toBe(address);
});

test.each([
  '',
  'sara',
  'sara@diyar',
  '@diyar.coffee',
  'a b@diyar.coffee',
  'sara..q@diyar.coffee',
  'a@b@c.sa',
  'سارة@diyar.coffee',
  `${'s'.repeat(65)}@diyar.coffee`,
  `sara@${'d.'.repeat(130)}coffee`,
])('%j is no e-mail', (typed) => {
  expect(readEmail(typed)).toBeNull();
});
