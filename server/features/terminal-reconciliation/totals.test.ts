import type { SideTotals } from '@mizan/contract/terminal-link.ts';
import { expect, test } from 'vitest';
import { balanceOf } from './totals.ts';

/** Balanced is each of the four figures of a scheme: how many, and how much, of what was taken and of what was given back. */
const all: SideTotals = { debitCount: 3, debitMinor: 30_000, creditCount: 2, creditMinor: 4_000 };
const balance = (host: SideTotals, terminal: SideTotals, portal: SideTotals) =>
  balanceOf([{ scheme: 'Mada', host, terminal, portal }], { actionCode: '500', isFirst: false });

test('the same on all sides is balanced', () => {
  expect(balance(all, all, all)).toBe('BALANCED');
});

test.each(Object.keys(all) as (keyof SideTotals)[])('another %s alone is not', (figure) => {
  const other = { ...all, [figure]: all[figure] + 1 };
  expect(balance(all, other, all)).toBe('UNBALANCED');
  expect(balance(other, all, all)).toBe('UNBALANCED');
  expect(balance(all, all, other)).toBe('PORTAL_DIFFERS');
});
