import type { PaymentStep, Scheme, TransactionStatus } from '@mizan/contract/transaction-states.ts';
import type { TransactionType } from '@mizan/contract/transaction-types.ts';

/** A payment of the demo as a row of `transactions`: fields in the order of the columns they are copied to. */
export interface DemoPayment {
  uuid: string;
  type: TransactionType;
  status: TransactionStatus;
  amountMinor: number;
  scheme: Scheme;
  firstSix: string | null;
  lastFour: string | null;
  rrn: string | null;
  stan: string | null;
  approvalCode: string | null;
  acquirerCode: string | null;
  providerCode: string | null;
  actionCode: string | null;
  refusal: string | null;
  orderRef: string | null;
  bankId: string | null;
  terminalId: string;
  tid: string;
  branchId: string;
  cashierId: string | null;
  cashierName: string | null;
  startedById: string | null;
  startedByName: string | null;
  mdrBps: number;
  vatBps: number;
  capLimitMinor: number | null;
  processingFeeMinor: number;
  mdrMinor: number;
  feeMinor: number;
  vatMinor: number;
  netMinor: number;
  createdAt: Date;
  businessDay: string;
  sentAt: Date | null;
  ackedAt: Date | null;
  /** The last step that the terminal told; kept where no result followed it. */
  step: PaymentStep | null;
  stepAt: Date | null;
  decidedAt: Date | null;
  resultSeq: number | null;
  holdsLock: boolean;
  underReview: boolean;
  lateApproval: boolean;
  bankConfirmedAt: Date | null;
  receipt: Record<string, string> | null;
  /** The purchase that a refund gives back. */
  originalUuid: string | null;
}

/** The columns of `transactions`, in the order of the fields; the last one stands in the copy's table alone. */
export const paymentColumns = {
  uuid: 'uuid',
  type: 'type',
  status: 'status',
  amountMinor: 'amount_minor',
  scheme: 'scheme',
  firstSix: 'first_six',
  lastFour: 'last_four',
  rrn: 'rrn',
  stan: 'stan',
  approvalCode: 'approval_code',
  acquirerCode: 'acquirer_code',
  providerCode: 'provider_code',
  actionCode: 'action_code',
  refusal: 'refusal',
  orderRef: 'order_ref',
  bankId: 'bank_id',
  terminalId: 'terminal_id',
  tid: 'tid',
  branchId: 'branch_id',
  cashierId: 'cashier_id',
  cashierName: 'cashier_name',
  startedById: 'started_by_id',
  startedByName: 'started_by_name',
  mdrBps: 'mdr_bps',
  vatBps: 'vat_bps',
  capLimitMinor: 'cap_limit_minor',
  processingFeeMinor: 'processing_fee_minor',
  mdrMinor: 'mdr_minor',
  feeMinor: 'fee_minor',
  vatMinor: 'vat_minor',
  netMinor: 'net_minor',
  createdAt: 'created_at',
  businessDay: 'business_day',
  sentAt: 'sent_at',
  ackedAt: 'acked_at',
  step: 'step',
  stepAt: 'step_at',
  decidedAt: 'decided_at',
  resultSeq: 'result_seq',
  holdsLock: 'holds_lock',
  underReview: 'under_review',
  lateApproval: 'late_approval',
  bankConfirmedAt: 'bank_confirmed_at',
  receipt: 'receipt',
  originalUuid: 'original_uuid',
} as const satisfies Record<keyof DemoPayment, string>;
