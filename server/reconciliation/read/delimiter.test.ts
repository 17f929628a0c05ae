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
