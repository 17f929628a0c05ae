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

function reached(payment: TransactionDetail, passed: readonly Place[]): number {
  if (payment.step === 'ACCEPTED') return 1;
  return Math.max(
    0,
    passed.findIndex(({ steps }) => steps.includes(payment.step ?? 'SENDING')),
  );
}

/** Sent, card, PIN, bank, receipt; the place where an answer is missing stands apart. */
export function PaymentSteps({ payment }: { payment: TransactionDetail }) {
  const { t } = useTranslation('payment');
  const passed = givesBack(payment) ? placesBack : places;
  const at = reached(payment, passed);
  const steps = passed.map(({ id }, index): Step => {
    const current = payment.unknownOutcome ? 'unknown' : 'current';
    return {
      id,
      label: t(paymentKey(payment, `place.${id}`)),
      note: noteOf(payment, index, at, t),
      state: index < at ? 'done' : index === at ? current : 'todo',
    };
  });
  return <Steps label={t(paymentKey(payment, 'place.label'))} steps={steps} />;
}

function noteOf(payment: TransactionDetail, index: number, at: number, t: (key: string) => string) {
  if (index === 0 && payment.sentAt) return formatTimeSeconds(payment.sentAt);
  if (index !== at) return undefined;
  return t(payment.unknownOutcome ? 'payment:place.noAnswer' : 'payment:place.waiting');
}
