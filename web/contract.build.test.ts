import { readdirSync, readFileSync } from 'node:fs';
import { parseAst } from 'vite';
import { describe, expect, test } from 'vitest';
import { asCalled } from './contract.build.ts';

const contract = `${import.meta.dirname}/../contract`;
const files = readdirSync(contract).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));

test('a browser is given of a route what it calls by', () => {
  const code = `export const pay = defineRoute({
  id: 'payments.pay',
  path: '/payments/:id',
  summary: 'Pays',
  params: idParams,
  body: z.strictObject({
    amountMinor: z.int(),
  }),
  idempotency: { clientId: 'paymentId' },
  output,
  errors: ['conflict'],
});`;
  expect(asCalled(code)).toBe(`export const pay = defineRoute({
  id: 'payments.pay',
  path: '/payments/:id',
  
  
  


  idempotency: { clientId: 'paymentId' },
  
  
});`);
});

test('a schema may be left out, and what screens read stays as it is', () => {
  const code = `export const states = ['open', 'closed'] as const;
export const state = z.enum(states);
export const isOpen = (asked: string) => z.boolean().parse(asked === states[0]);`;
  expect(asCalled(code)).toBe(`export const states = ['open', 'closed'] as const;
export const state = /*#__PURE__*/ (() => (z.enum(states)))();
export const isOpen = (asked: string) => z.boolean().parse(asked === states[0]);`);
});

describe.each(files)('%s', (name) => {
  const code = readFileSync(`${contract}/${name}`, 'utf8');

  test('stays code, line by line', () => {
    const given = asCalled(code);
    expect(parseAst(given, { lang: 'ts' }).body).toHaveLength(parseAst(code, { lang: 'ts' }).body.length);
    expect(given.split('\n')).toHaveLength(code.split('\n').length);
  });
});
