import { lazy, Suspense, useEffect, useState } from 'react';
import { whenIdle } from '../../platform/idle.ts';
import { useLiveMessages } from '../../platform/live.hub.ts';
import type { Result } from './payment.result.tsx';

const load = () => import('./payment.result.tsx');
/** The pop-up's code comes after the screen's, but before it is needed: a result must not wait for a line. */
const PaymentResult = lazy(load);

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
  useEffect(() => whenIdle(load), []);
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
