import { expect, test } from 'vitest';
import { violates } from './violates.ts';

const message = 'duplicate key value violates unique constraint "files_running_102024"';
const ofMachine = { code: '23505', constraint: 'files_running', message: '' };

test.each([
  ['of one machine', ofMachine, true],
  ['of a piece of the table', { ...ofMachine, constraint: 'files_running_102024' }, true],
  ['of another machine, which names it in the message', { code: '23505', message }, true],
  ['of another key', { ...ofMachine, constraint: 'imports_pkey' }, false],
  ['that is no breach of a key', { code: '40P01', message }, false],
  ['of the program', new Error(message), false],
])('an error %s', (_, error, expected) => {
  expect(violates(error, 'files_running')).toBe(expected);
});
