import { expect, test } from 'vitest';
import { namesColumnOf } from './columns.ts';
import { findDelimiter } from './delimiter.ts';

test('decimal commas are no delimiter, also where no heading is known and cells without a name stand behind them', () => {
  const text = ['Fecha;Importe;Referencia;;', '22/11/2026;1.200,50;R1', '23/11/2026;45,50;R2', ''].join('\n');
  expect(findDelimiter(text)).toBe(';');
});

test('names that are known weigh more than how regular lines are', () => {
  const text = ['RRN,Date,Amount', '1,22/11/2026,"a;b;c;d"', '2,22/11/2026,"a;b;c;d"', ''].join('\n');
  expect(findDelimiter(text)).toBe(',');
});

test('names that a person confirmed tell it where two lines behind a stray quote are not regular', () => {
  const text = [
    'Comercio;Importe;Comisión;Lote;;',
    '"Olaya;1.200,50;9,66;175',
    'Olaya;45,50;0,37";175',
    'Olaya;1.300,00;10,40;175',
    '',
  ].join('\n');
  expect(findDelimiter(text)).toBe(',');
  const fields = { comercio: null, importe: 'amount', comisión: 'fee', lote: 'batch' } as const;
  expect(findDelimiter(text, namesColumnOf({ fields }))).toBe(';');
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

test('each cell is asked once whether it is a name, and no line that a sign leaves in one piece', () => {
  const asked: string[] = [];
  const isName = (title: string): boolean => {
    asked.push(title);
    return ['RRN', 'Amount'].includes(title);
  };
  expect(findDelimiter('RRN;Amount\n1;45.50\n1;45.50\n', isName)).toBe(';');
  expect(asked.toSorted()).toEqual(['1', '45.50', 'Amount', 'RRN']);
});
