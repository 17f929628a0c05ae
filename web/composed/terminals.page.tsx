import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { LastPayments } from '../features/payments/last-payments.tsx';
import { useTerminals } from '../features/terminals/terminals.queries.ts';
import { useTerminalSearch } from '../features/terminals/terminals.search.ts';
import { TerminalsScreen } from '../features/terminals/terminals-screen.tsx';

/** Loads when a payment is to be taken. */
const PaymentScreen = lazy(async () => ({
  default: (await import('../features/payments/payment-screen.tsx')).PaymentScreen,
}));

/** The merchant's terminals, and taking a payment on one of them. */
export function TerminalsPage() {
  const { t } = useTranslation('shell');
  const { pay, payment, go } = useTerminalSearch();
  const { data } = useTerminals();
  if (data && (pay !== undefined || payment !== undefined)) {
    return (
      <Suspense fallback={null}>
        <PaymentScreen
          terminals={data.rows}
          terminalId={pay === 'any' ? undefined : pay}
          paymentId={payment ?? null}
          onPayment={(id) => go({ payment: id })}
          onNew={() => go({ pay: pay ?? 'any' })}
          onBack={() => go({})}
          backLabel={t('shell:menu.terminals')}
        />
      </Suspense>
    );
  }
  return <TerminalsScreen LastPayments={LastPayments} />;
}
