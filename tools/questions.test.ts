import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';

const root = `${import.meta.dirname}/..`;
const asks = /question=\{|<CommandQuestion|<ConfirmDialog/;

test('every question before an action stands in decision 0380 with the reason why it has no undo', () => {
  const asking = globSync(`${root}/web/features/**/*.tsx`)
    .filter((file) => asks.test(readFileSync(file, 'utf8')))
    .map((file) => basename(file));
  const record = readFileSync(`${root}/docs/decisions/0380-every-question-that-is-left.md`, 'utf8');
  const named = [...record.matchAll(/^\| `([^`]+)` \|/gm)].map(([, file]) => file);
  expect(new Set(named)).toEqual(new Set(asking));
});
