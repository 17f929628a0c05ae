import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Who listens to keys wherever the focus is. What they answer stands in the list of keys, or is no key of its own. */
const listeners: Readonly<Record<string, readonly string[]>> = {
  'features/shell/search-field.tsx': ["'K'", "'/'", "'?'"],
  'features/payments/cashier-pad.tsx': ["'0', upTo, '9'", "'⌫'"],
  'ui/toast-place.tsx': ["'Z'"],
  // Keeps what is typed before a field is there, and answers none.
  'platform/typed-ahead.ts': [],
};

test('whoever listens to keys wherever the focus is, says so in the list of keys', () => {
  const web = join(import.meta.dirname, '../..');
  const heard = globSync('{features,platform,ui,composed}/**/*.{ts,tsx}', { cwd: web })
    .filter((path) => !path.includes('.test.'))
    .filter((path) => /addEventListener\('keydown'|useHotkeys\(/.test(readFileSync(join(web, path), 'utf8')));
  expect(heard.sort()).toEqual(Object.keys(listeners).sort());
  const list = readFileSync(join(import.meta.dirname, 'keys-dialog.tsx'), 'utf8');
  expect(
    Object.values(listeners)
      .flat()
      .filter((key) => !list.includes(key)),
  ).toEqual([]);
});
