/**
 * What a merchant's systems may hear of by webhook: ids of contract/facts.ts that a merchant hears. What only says how far
 * something is stays with the record of each payment, and settings, people and sign-ins with the audit log.
 */
export const webhookFacts = [
  'payments.approved',
  'payments.notApproved',
  'payments.approvedLate',
  'payments.reviewOpened',
  'payments.reviewDecided',
  'payments.reviewSettled',
  'payments.reviewDecidedByBank',
  'payments.bankDecisionWithdrawn',
  'payments.refundedTooMuch',
  'payments.stoppedBySuspension',
  'refunds.begun',
  'refunds.asked',
  'refunds.approved',
  'refunds.refused',
  'refunds.withdrawn',
  'terminals.connected',
  'terminals.disconnected',
  'terminals.silent',
  'terminals.added',
  'terminals.assigned',
  'terminals.retired',
  'terminals.returned',
  'terminals.enrolled',
  'terminals.configureAsked',
  'terminals.configured',
  'terminals.settingsRefused',
  'terminals.reconcileAsked',
  'terminals.reconciledNothingNew',
  'terminals.reconciledByItself',
  'bankFiles.uploaded',
  'bankFiles.unbalanced',
  'bankFiles.judgedAgain',
  'bankFiles.replaced',
  'bankFiles.undone',
  'bankFiles.dropRefused',
  'deposits.added',
  'deposits.matched',
  'deposits.released',
  'deposits.undone',
  'deposits.statementArrived',
  'settlement.statementMade',
  'settlement.overdue',
] as const;
export type WebhookFact = (typeof webhookFacts)[number];

export const isWebhookFact = (fact: string): fact is WebhookFact =>
  (webhookFacts as readonly string[]).includes(fact);
