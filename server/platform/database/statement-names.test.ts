import { expect, test } from 'vitest';
import { isRepeatable, statementName, statementNameLimits } from './statement-names.ts';

test('a text is named from its third use on, always alike, and another text otherwise', () => {
  const text = 'SELECT 1 WHERE $1';
  expect([statementName(text), statementName(text)]).toEqual([undefined, undefined]);
  const name = statementName(text);
  expect(name).toMatch(/^mizan_\d+$/);
  expect(statementName(text)).toBe(name);
  for (let use = 0; use < 5; use += 1) statementName('UPDATE other SET one = $1');
  expect(statementName('UPDATE other SET one = $1')).not.toBe(name);
});

test('BEGIN, DDL, EXPLAIN and what asks to be planned each time stay without a name', () => {
  const plain = ['BEGIN', 'CREATE TABLE x ()', 'EXPLAIN SELECT 1', '/* planned each time */ SELECT 1'];
  for (const text of plain) {
    expect(isRepeatable(text)).toBe(false);
    for (let use = 0; use < 5; use += 1) expect(statementName(text)).toBeUndefined();
  }
});

test('no more are named than the limit says, so that composed texts fill no server', () => {
  const named = new Set<string>();
  for (let i = 0; i < statementNameLimits.named * 2; i += 1) {
    for (let use = 0; use < 4; use += 1) {
      const name = statementName(`SELECT ${i}`);
      if (name) named.add(name);
    }
  }
  expect(named.size).toBeLessThanOrEqual(statementNameLimits.named);
});
