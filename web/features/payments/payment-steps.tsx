import type { TransactionDetail } from '@mizan/contract/transactions.ts';
import { useTranslation } from 'react-i18next';
import { formatTimeSeconds } from '../../platform/formats.ts';
import { type Step, Steps } from '../../ui/steps.tsx';

/** The five places that a payment passes, and which steps of the terminal stand for each. */
const places = [
  { id: 'sent', steps: ['SENDING', 'ACCEPTED'] },
  { id: 'card', steps: ['WAIT_CARD'] },
  { id: 'pin', steps: ['PIN'] },
  { id: 'bank', steps: ['ONLINE'] },
  { id: 'receipt', steps: ['PRINTING'] },
] as const;

function reached(payment: TransactionDetail): number {
  if (payment.step === 'ACCEPTED') return 1;
  return Math.max(
    0,
    places.findIndex(({ steps }) => (steps as readonly string[]).includes(payment.step ?? 'SENDING')),
  );
}

/** Sent, card, PIN, bank, receipt; the place where an answer is missing stands apart. */
export function PaymentSteps({ payment }: { payment: TransactionDetail }) {
  const { t } = useTranslation('payment');
  const at = reached(payment);
  const steps = places.map(({ id }, index): Step => {
    const current = payment.unknownOutcome ? 'unknown' : 'current';
    return {
      id,
      label: t(`payment:place.${id}`),
      note: noteOf(payment, index, at, t),
      state: index < at ? 'done' : index === at ? current : 'todo',
    };
  });
  return <Steps label={t('payment:place.label')} steps={steps} />;
}

function noteOf(payment: TransactionDetail, index: number, at: number, t: (key: string) => string) {
  if (index === 0 && payment.sentAt) return formatTimeSeconds(payment.sentAt);
  if (index !== at) return undefined;
  return t(payment.unknownOutcome ? 'payment:place.noAnswer' : 'payment:place.waiting');
}
