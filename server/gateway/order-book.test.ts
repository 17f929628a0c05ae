import { type Order, orders } from '@mizan/contract/orders.ts';
import type { TerminalFrame } from '@mizan/contract/terminal-link.ts';
import { expect, test } from 'vitest';
import type { Answered, OrderHandlers, OrderRegister } from '../platform/link/order-handlers.ts';
import { orderBook } from './order-book.ts';

type Answers = TerminalFrame['type'];
const table: readonly Order[] = Object.values(orders);
const answers = table.flatMap(({ frames }) => {
  const { startAnswer, step, cancelAnswer, questionAnswer, result, ownResult } = frames;
  return [startAnswer, step, cancelAnswer, questionAnswer, result, ownResult].filter(
    (type): type is Answers => type !== undefined,
  );
});

const nothing = async (): Promise<Answered | null> => null;
const handlersOf = (): OrderHandlers => ({
  waiting: async () => [],
  claim: async () => [],
  withoutLine: async () => {},
  lineLost: async () => {},
  lineBack: async () => [],
  answers: Object.fromEntries(answers.map((type) => [type, nothing])) as unknown as OrderHandlers['answers'],
  readLoosely: () => null,
});
const one = handlersOf();
const register = Object.fromEntries(
  Object.keys(orders).map((name) => [name, one]),
) as unknown as OrderRegister;

test('whoever handles several orders is asked once', () => {
  expect(orderBook(register).handlers).toEqual([one]);
});

test('each answer of an order has somebody who applies it, and no other frame has', () => {
  const { applyOf } = orderBook(register);
  for (const type of answers) expect(applyOf(type)).toBe(nothing);
  expect(applyOf('telemetry')).toBeUndefined();
  expect(applyOf('hello')).toBeUndefined();
});

test('two features for one frame: nobody could tell whose it is, so nothing starts', () => {
  expect(() => orderBook({ ...register, refund: handlersOf() })).toThrow('two features answer pay.ack');
});
