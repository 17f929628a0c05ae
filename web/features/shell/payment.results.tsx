import { lazy, Suspense, useState } from 'react';
import { useLiveMessages } from '../../platform/live.hub.ts';
import type { Result } from './payment.result.tsx';

/** The pop-up's code loads with the first result. */
const PaymentResult = lazy(() => import('./payment.result.tsx'));

/**
 * The transaction result pop-up: opens on a PAY message in every open window of the merchant (specification,
 * sections 2 and 4). Results that arrive while one is read wait behind it.
 */
export function PaymentResults() {
  const [waiting, setWaiting] = useState<readonly Result[]>([]);
  useLiveMessages((message) => {
    if (message.type !== 'PAY') return;
    const { transactionId, approved } = message;
    setWaiting((before) => [...before, { transactionId, approved }]);
  });
  const result = waiting[0];
  if (!result) return null;
  return (
    <Suspense>
      <PaymentResult
        key={result.transactionId}
        result={result}
        onClose={() => setWaiting((before) => before.slice(1))}
      />
    </Suspense>
  );
}
