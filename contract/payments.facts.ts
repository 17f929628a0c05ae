import * as z from 'zod';
import { defineFact, open } from './fact.ts';
import { ackOutcomes, cancelOutcomes } from './terminal-link.ts';
import { paymentSteps, reviewReasons, transactionStatuses } from './transaction-states.ts';

/**
 * Payments: what stands in the record of each one, what people did with it, and what every window hears. None carries
 * a card.
 */
const kind = {
  hears: ['MERCHANT', 'CASHIER', 'ADMIN'],
  about: ['transaction'],
} as const;
const step = { ...kind, journal: true } as const;
const asked = { ...step, audit: true } as const;
const status = open(z.enum(transactionStatuses));
const codes = {
  providerCode: open(z.string()),
  actionCode: open(z.string()),
  /** Where the answer is not that of the payment that was asked for. */
  differs: open(z.enum(['tid', 'kind', 'amount', 'cash', 'currency']).nullable()),
};

export const paymentsFacts = {
  'payments.approved': defineFact({ ...kind, live: 'PAY1', webhook: true }),
  'payments.notApproved': defineFact({ ...kind, live: 'PAY0', webhook: true }),
  'payments.started': defineFact({
    ...asked,
    params: {
      amountMinor: open(z.int()),
      currency: open(z.string()),
      tid: open(z.string()),
      orderRef: open(z.string().nullable()),
    },
  }),
  'payments.begunAtTerminal': defineFact(step),
  'payments.sent': defineFact(step),
  'payments.acknowledged': defineFact({ ...step, params: { outcome: open(z.enum(ackOutcomes)) } }),
  'payments.stepReached': defineFact({ ...step, params: { step: open(z.enum(paymentSteps)) } }),
  'payments.cancelAsked': defineFact(asked),
  'payments.cancelAnswered': defineFact({ ...step, params: { outcome: open(z.enum(cancelOutcomes)) } }),
  'payments.asked': defineFact(step),
  'payments.answered': defineFact({
    ...step,
    params: { answer: open(z.enum(['NOT_FOUND', 'IN_PROGRESS'])) },
  }),
  'payments.answeredWithResult': defineFact({ ...step, params: codes }),
  'payments.notAnswered': defineFact(step),
  'payments.resultCame': defineFact({ ...step, params: codes }),
  'payments.resultNotAskedFor': defineFact(step),
  'payments.resultNotReadable': defineFact(step),
  'payments.terminalLost': defineFact(step),
  'payments.terminalNotConnected': defineFact(step),
  'payments.neverSent': defineFact(step),
  /** The branch or the merchant was suspended before anything was sent. */
  'payments.stoppedBySuspension': defineFact({ ...step, webhook: true }),
  /** More was given back of a purchase than was paid; halalas above it. */
  'payments.refundedTooMuch': defineFact({
    ...asked,
    params: { overMinor: open(z.int()), currency: open(z.string()) },
    webhook: true,
  }),
  'payments.terminalBack': defineFact(step),
  'payments.approvedLate': defineFact({ ...step, params: { was: status }, webhook: true }),
  'payments.reviewOpened': defineFact({
    ...step,
    params: { reason: open(z.enum(reviewReasons)) },
    webhook: true,
  }),
  'payments.reviewDecided': defineFact({
    ...asked,
    params: { status, note: open(z.string()) },
    was: { status },
    webhook: true,
  }),
  'payments.reviewSettled': defineFact({ ...step, params: { status }, webhook: true }),
  'payments.reviewDecidedByBank': defineFact({
    ...step,
    params: { status, fileName: open(z.string()) },
    webhook: true,
  }),
  'payments.bankDecisionWithdrawn': defineFact({
    ...step,
    params: { fileName: open(z.string()) },
    webhook: true,
  }),
  /** A rate was corrected that had charged it; halalas. What a bank takes is no business of a cashier's. */
  'payments.chargesRestated': defineFact({
    ...step,
    hears: ['MERCHANT', 'ADMIN'],
    params: {
      feeMinor: open(z.int()),
      vatMinor: open(z.int()),
      wasFeeMinor: open(z.int()),
      wasVatMinor: open(z.int()),
    },
  }),
  /** Somebody said with which bank its terminal is: that bank owes it from now on. */
  'payments.bankNamed': defineFact({ ...step, params: { bankName: open(z.string()) } }),
};
