import { expect, test } from 'vitest';
import { journalEntries, type Order, orderOfType, orders } from './orders.ts';
import { canceled, neverSent, noAnswer, outcomeOfAck, outcomeOfNotFound } from './outcome.ts';
import { gatewayFrame, terminalFrame } from './terminal-link.ts';
import { transactionTypes } from './transaction-types.ts';

const table: [string, Order][] = Object.entries(orders);
const typesOf = (union: { options: readonly { shape: { type: { value: string } } }[] }): string[] =>
  union.options.map(({ shape }) => shape.type.value);
const ofOrders = new Set(table.flatMap(([, { frames }]) => Object.values(frames) as string[]));

/** What keeps the line itself. */
const ofTheLine = ['challenge', 'enrol', 'enrolled', 'hello', 'welcome', 'reject', 'kick'];
const ofBoth = ['ping', 'pong', 'ack', 'telemetry'];

test('every frame of the link is the line’s or an order’s', () => {
  const all = [...new Set([...typesOf(gatewayFrame), ...typesOf(terminalFrame)])];
  const known = [...ofTheLine, ...ofBoth, ...ofOrders];
  expect(all.toSorted()).toEqual(known.toSorted());
});

test.each(table)(
  '%s: whatever asks has its answer, and what the journal keeps comes in order',
  (_, order) => {
    const { frames } = order;
    expect(frames.cancel === undefined).toBe(frames.cancelAnswer === undefined);
    expect(frames.question === undefined).toBe(frames.questionAnswer === undefined);
    expect(frames.result === undefined).toBe(frames.resultAnswer === undefined);
    expect(order.journal).toEqual(journalEntries.filter((entry) => order.journal.includes(entry)));
    // What is told until it is acknowledged must be there to be told.
    if (frames.result) expect(order.journal).toEqual(expect.arrayContaining(['started', 'ended', 'acked']));
    // Who forgot an order can answer no question about it.
    if (frames.question) expect(['started', 'ended']).toContain(order.journal[0]);
  },
);

test('every state that an answer about a payment leads to is one of its order', () => {
  const outcomes = [
    canceled,
    neverSent,
    noAnswer,
    ...Object.values(outcomeOfAck),
    ...[true, false].map(outcomeOfNotFound),
  ];
  for (const type of transactionTypes) {
    const states = Object.keys(orders[orderOfType[type]].states);
    const [begins] = states;
    expect(begins).toBe('INITIALIZED');
    expect(states).toEqual(expect.arrayContaining(outcomes.map(({ status }) => status)));
  }
});
