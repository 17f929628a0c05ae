import { useTranslation } from 'react-i18next';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import { PaymentScreen } from './payment.screen.tsx';
import { useTerminals } from './terminals.queries.ts';
import { useTerminalSearch } from './terminals.search.ts';

/** A cashier's own terminal: the form of the next payment, or the payment under way. */
export function TerminalPage() {
  const { t } = useTranslation(['terminals', 'shell']);
  const search = useTerminalSearch();
  const query = useTerminals();
  if (query.isPending) return <LoadingState rows={8} />;
  if (!query.data) return <ErrorState onRetry={() => void query.refetch()} />;
  const own = query.data.rows[0];
  if (!own) return <EmptyState title={t('terminals:own.none')} />;
  return (
    <PaymentScreen
      terminals={[own]}
      terminalId={own.id}
      paymentId={search.payment ?? null}
      onPayment={(payment) => search.go({ payment })}
      onNew={() => search.go({})}
      onBack={search.payment === undefined ? undefined : () => search.go({})}
      backLabel={t('shell:menu.terminal')}
    />
  );
}
