import type { TransactionDetail } from '@mizan/contract/transactions.ts';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { PaymentScreen } from '../features/payments/payment-screen.tsx';
import { ShiftLine } from '../features/shifts/shift-line.tsx';
import { useTerminals } from '../features/terminals/terminals.queries.ts';
import { useTerminalSearch } from '../features/terminals/terminals.search.ts';
import { lazyPart } from '../platform/lazy-part.ts';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';

/** Loads with the first payment that could be given back. */
const RefundAtTill = lazyPart(() => import('../features/refunds/refund-at-till.tsx'));

const refundOf = ({ id, terminalId }: TransactionDetail) => (
  <Suspense fallback={null}>
    <RefundAtTill id={id} terminalId={terminalId} />
  </Suspense>
);

/** A cashier's own terminal: the form of the next payment, or the payment under way. */
export function TerminalPage() {
  const { t } = useTranslation(['terminals', 'shell']);
  const search = useTerminalSearch();
  const query = useTerminals();
  const own = query.data?.rows[0];
  if (!own) {
    return (
      <Page title={t('shell:menu.terminal')}>
        <Loaded of={query} rows={8}>
          {() => <EmptyState title={t('terminals:own.none')} help={t('terminals:own.noneHelp')} />}
        </Loaded>
      </Page>
    );
  }
  return (
    <PaymentScreen
      terminals={[own]}
      terminalId={own.id}
      paymentId={search.payment ?? null}
      onPayment={(payment) => search.go({ payment })}
      onNew={() => search.go({})}
      onBack={search.payment === undefined ? undefined : () => search.go({})}
      backLabel={t('shell:menu.terminal')}
      atTill={<ShiftLine />}
      refund={refundOf}
    />
  );
}
