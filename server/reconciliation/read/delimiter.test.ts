import { expect, test } from 'vitest';
import { findDelimiter } from './delimiter.ts';

test('decimal commas are no delimiter, also where no heading is known and cells without a name stand behind them', () => {
  const text = ['Fecha;Importe;Referencia;;', '22/11/2026;1.200,50;R1', '23/11/2026;45,50;R2', ''].join('\n');
  expect(findDelimiter(text)).toBe(';');
});

test('names that are known weigh more than how regular lines are', () => {
  const text = ['RRN,Date,Amount', '1,22/11/2026,"a;b;c;d"', '2,22/11/2026,"a;b;c;d"', ''].join('\n');
  expect(findDelimiter(text)).toBe(',');
});

test('a sign that seldom divides is found where it names columns or nothing else makes a table, and not in remarks', () => {
  const named = ['RRN~Date~Amount', '1~22/11/2026~1,200.50', '2~22/11/2026~1,045.50', ''].join('\n');
  expect(findDelimiter(named)).toBe('~');
  const unnamed = ['Wann^Was^Wert', '22/11/2026^R1^45.50', '23/11/2026^R2^46.50', ''].join('\n');
  expect(findDelimiter(unnamed)).toBe('^');
  const remarks = ['Fecha;Importe', '22/11/2026;45 #1 #2', '23/11/2026;46 #1 #2', ''].join('\n');
  expect(findDelimiter(remarks)).toBe(';');
  expect(findDelimiter('Item #1\nItem #2\n')).toBeNull();
});
