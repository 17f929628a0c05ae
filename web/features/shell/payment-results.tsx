import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { whenIdle } from '../../platform/idle.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { closeResult, useResults } from '../../platform/results.store.ts';

const loadDialog = () => import('./payment-result.tsx');
const loadCards = () => import('./result-cards.tsx');
/** The pop-up's code comes after the screen's, but before it is needed: a result must not wait for a line. */
const PaymentResult = lazyPart(loadDialog);
const ResultCards = lazyPart(loadCards);

/**
 * The transaction result pop-up: opens on a PAY message in every open window of the merchant (rules S2 and S4). Where the payment was started it is a dialog; everywhere else a card at the edge, which takes
 * no focus and covers nothing for long (decision 0026).
 */
export function PaymentResults() {
  const { t } = useTranslation('payment');
  const { items, dialogId, hasMore } = useResults();
  useEffect(() => whenIdle(() => Promise.all([loadDialog(), loadCards()])), []);
  const started = items.find((each) => each.transactionId === dialogId);
  const others = items.filter((each) => each.transactionId !== dialogId);
  return (
    <>
      {/* Stands before the first card comes, so that readers of the screen are told of it. */}
      <section aria-label={t('payment:results.title')} aria-live="polite" aria-relevant="additions">
        {(others.length > 0 || hasMore) && (
          <Suspense>
            <ResultCards results={others} hasMore={hasMore} covered={started !== undefined} />
          </Suspense>
        )}
      </section>
      {started && (
        <Suspense>
          <PaymentResult
            key={started.transactionId}
            result={started}
            onClose={() => {
              closeResult(started.transactionId);
              // Where nothing else takes the focus, the page has it again.
              document.getElementById('content')?.focus({ preventScroll: true });
            }}
          />
        </Suspense>
      )}
    </>
  );
}
