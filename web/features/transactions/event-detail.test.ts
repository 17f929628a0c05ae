import { ackOutcomes, cancelOutcomes } from '@mizan/contract/terminal-link.ts';
import { reviewReasons, transactionStatuses } from '@mizan/contract/transaction-states.ts';
import { expect, test } from 'vitest';
import { eventDetailText } from './event-detail.ts';

/** The key and the values that go into it. */
const t = (key: string, values: Record<string, string>): string =>
  `<${[key, ...Object.values(values)].join(' ')}>`;

test('every answer of the link, review and status has a text: none is shown as the server writes it', () => {
  for (const detail of [...ackOutcomes, ...cancelOutcomes, ...reviewReasons, ...transactionStatuses]) {
    expect(eventDetailText('ANSWER', detail, t)).toMatch(/^<transactions:(eventDetail|status)\.\w+>$/);
  }
});

test('a decision keeps who made it and why; the bank’s has the name of its file', () => {
  expect(eventDetailText('REVIEW_DECIDED', 'APPROVED, Sara: seen at the bank', t)).toBe(
    '<transactions:status.approved>, Sara: seen at the bank',
  );
  expect(eventDetailText('REVIEW_DECIDED', 'APPROVED: The bank paid it: july.csv', t)).toBe(
    '<transactions:status.approved>: <transactions:eventDetail.bankPaid july.csv>',
  );
});

test('a bank file that was taken back is named', () => {
  expect(eventDetailText('REVIEW_OPENED', "The bank's file was taken back: july.csv", t)).toBe(
    '<transactions:eventDetail.bankWithdrawn july.csv>',
  );
});

test('codes and names of people stay as they are', () => {
  expect(eventDetailText('RESULT', '00 000', t)).toBe('00 000');
  expect(eventDetailText('CANCEL_ASKED', 'APPROVED', t)).toBe('APPROVED');
  expect(eventDetailText('RESULT', '00 000, other amount', t)).toBe(
    '<transactions:eventDetail.other.amount 00 000>',
  );
});
