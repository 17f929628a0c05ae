import type { PaymentStep } from '@mizan/contract/transaction-states.ts';
import { givesBack } from '@mizan/contract/transaction-types.ts';
import type { TransactionDetail } from '@mizan/contract/transactions.ts';
import { useTranslation } from 'react-i18next';
import { formatTimeSeconds } from '../../platform/formats.ts';
import { paymentKey } from '../../ui/outcome-words.ts';
import { type Step, Steps } from '../../ui/steps.tsx';

interface Place {
  id: string;
  steps: readonly PaymentStep[];
}
/** The five places that a payment passes, and which steps of the terminal stand for each. */
const places: readonly Place[] = [
  { id: 'sent', steps: ['SENDING', 'ACCEPTED'] },
  { id: 'card', steps: ['WAIT_CARD'] },
  { id: 'pin', steps: ['PIN'] },
  { id: 'bank', steps: ['ONLINE'] },
  { id: 'receipt', steps: ['PRINTING'] },
];
/** A refund asks for the card that paid; where it asks for its PIN too, that belongs to the card. */
const placesBack: readonly Place[] = [
  { id: 'sent', steps: ['SENDING', 'ACCEPTED'] },
  { id: 'card', steps: ['WAIT_CARD', 'PIN'] },
  { id: 'bank', steps: ['ONLINE'] },
  { id: 'receipt', steps: ['PRINTING'] },
];
/** Where a second person approved it, that is how it began. */
const placesApproved: readonly Place[] = [{ id: 'approved', steps: [] }, ...placesBack];
const approvedAt = ({ events }: TransactionDetail): string | undefined =>
  events.find(({ fact }) => fact === 'refunds.approved')?.at;

const placesOf = (payment: TransactionDetail): readonly Place[] => {
  if (!givesBack(payment)) return places;
  return approvedAt(payment) === undefined ? placesBack : placesApproved;
};

function reached(payment: TransactionDetail, passed: readonly Place[]): number {
  const sent = passed.findIndex(({ id }) => id === 'sent');
  if (payment.step === 'ACCEPTED') return sent + 1;
  return Math.max(
    sent,
    passed.findIndex(({ steps }) => steps.includes(payment.step ?? 'SENDING')),
  );
}

/** Sent, card, PIN, bank, receipt; the place where an answer is missing stands apart. */
export function PaymentSteps({ payment }: { payment: TransactionDetail }) {
  const { t } = useTranslation('payment');
  const passed = placesOf(payment);
  const at = reached(payment, passed);
  const steps = passed.map(({ id }, index): Step => {
    const current = payment.unknownOutcome ? 'unknown' : 'current';
    return {
      id,
      label: t(paymentKey(payment, `place.${id}`)),
      note: noteOf(payment, { id, isHere: index === at }, t),
      state: index < at ? 'done' : index === at ? current : 'todo',
    };
  });
  return <Steps label={t(paymentKey(payment, 'place.label'))} steps={steps} />;
}

/** When it was, where that is known; else what is waited for where it stands. */
function noteOf(
  payment: TransactionDetail,
  { id, isHere }: { id: string; isHere: boolean },
  t: (key: string) => string,
) {
  const at = { approved: approvedAt(payment), sent: payment.sentAt }[id];
  if (at) return formatTimeSeconds(at);
  if (!isHere) return undefined;
  return t(payment.unknownOutcome ? 'payment:place.noAnswer' : 'payment:place.waiting');
}
