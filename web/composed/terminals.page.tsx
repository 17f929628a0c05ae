import type { ExportSubject } from '@mizan/contract/exports.ts';
import { startPayment } from '@mizan/contract/payments.ts';
import { Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { leftOutTerminals } from '../features/terminal-reconciliation/not-reconciled.ts';
import { useTerminalStates } from '../features/terminal-reconciliation/terminal-reconciliation.queries.ts';
import { useTerminals } from '../features/terminals/terminals.queries.ts';
import { useTerminalSearch } from '../features/terminals/terminals.search.ts';
import { TerminalsScreen } from '../features/terminals/terminals-screen.tsx';
import { ListExport } from '../features/transactions/list-export.tsx';
import { riyadhDay } from '../platform/formats.ts';
import { lazyPart } from '../platform/lazy-part.ts';
import { useMay } from '../platform/use-may.ts';
import { Page } from '../ui/page.tsx';
import { LoadingState } from '../ui/states.tsx';

const exporter = (subject: ExportSubject) => <ListExport subject={subject} />;

/** Loads when a payment is to be taken. */
const PaymentScreen = lazyPart(async () => ({
  default: (await import('../features/payments/payment-screen.tsx')).PaymentScreen,
}));

/** A screen has its heading while its code or its answers are on their way. */
function Coming() {
  const { t } = useTranslation('shell');
  return (
    <Page fill named title={t('shell:menu.terminals')}>
      <LoadingState rows={8} />
    </Page>
  );
}

/** The merchant's terminals, and taking a payment on one of them. */
export function TerminalsPage() {
  const { t } = useTranslation('shell');
  const { pay, payment, go } = useTerminalSearch();
  const { data } = useTerminals();
  const { data: states, isPending } = useTerminalStates();
  const leftOuts = useMemo(() => leftOutTerminals(states, riyadhDay), [states]);
  // Who may take no money finds the list behind such an address, as without it.
  const takes = useMay(startPayment) && pay !== undefined;
  if (data && (takes || payment !== undefined)) {
    return (
      <Suspense fallback={<Coming />}>
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
  // Money that waits stands above the list: it comes with the list, not after it.
  if (isPending) return <Coming />;
  return <TerminalsScreen leftOuts={leftOuts} exporter={exporter} />;
}
