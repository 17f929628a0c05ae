import { useTranslation } from 'react-i18next';
import { LastPayments } from '../features/payments/last-payments.tsx';
import { PaymentScreen } from '../features/payments/payment-screen.tsx';
import { useTerminals } from '../features/terminals/terminals.queries.ts';
import { useTerminalSearch } from '../features/terminals/terminals.search.ts';
import { TerminalsScreen } from '../features/terminals/terminals-screen.tsx';

/** The merchant's terminals, and taking a payment on one of them. */
export function TerminalsPage() {
  const { t } = useTranslation('shell');
  const { pay, payment, go } = useTerminalSearch();
  const { data } = useTerminals();
  if (data && (pay !== undefined || payment !== undefined)) {
    return (
      <PaymentScreen
        terminals={data.rows}
        terminalId={pay === 'any' ? undefined : pay}
        paymentId={payment ?? null}
        onPayment={(id) => go({ payment: id })}
        onNew={() => go({ pay: pay ?? 'any' })}
        onBack={() => go({})}
        backLabel={t('shell:menu.terminals')}
      />
    );
  }
  return <TerminalsScreen LastPayments={LastPayments} />;
}
