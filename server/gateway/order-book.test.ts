import { expect, test } from 'vitest';
import type { Answered, OrderHandlers, OrderRegister } from '../platform/link/order-handlers.ts';
import { orderBook } from './order-book.ts';

const nothing = async (): Promise<Answered | null> => null;
const handlersOf = (): OrderHandlers => ({
  waiting: async () => [],
  claim: async () => [],
  withoutLine: async () => {},
  lineLost: async () => {},
  lineBack: async () => [],
  answers: {
    'pay.ack': nothing,
    'pay.progress': nothing,
    'pay.cancel.ack': nothing,
    'pay.result': nothing,
    'sale.report': nothing,
    'tx.status': nothing,
  },
  readLoosely: () => null,
});
const one = handlersOf();
const register: OrderRegister = { purchase: one, refund: one, reversal: one };

test('whoever handles several orders is asked once', () => {
  expect(orderBook(register).handlers).toEqual([one]);
});

test('each answer of an order has somebody who applies it, and no other frame has', () => {
  const { applyOf } = orderBook(register);
  for (const type of Object.keys(one.answers) as (keyof typeof one.answers)[]) {
    expect(applyOf(type)).toBe(nothing);
  }
  expect(applyOf('recon.result')).toBeUndefined();
  expect(applyOf('hello')).toBeUndefined();
});

test('two features for one frame: nobody could tell whose it is, so nothing starts', () => {
  expect(() => orderBook({ ...register, refund: handlersOf() })).toThrow('two features answer pay.ack');
});
