import type { ExportSubject } from '@mizan/contract/exports.ts';
import { paths } from '@mizan/contract/paths.ts';
import { useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefundSearch } from '../features/refunds/refunds.search.ts';
import { RefundsScreen } from '../features/refunds/refunds-screen.tsx';
import { useTerminals } from '../features/terminals/terminals.queries.ts';
import { ListExport } from '../features/transactions/list-export.tsx';
import { withTexts } from '../platform/i18n.ts';
import { lazyPart } from '../platform/lazy-part.ts';
import { useSession } from '../platform/session.store.ts';

/** Loads when a refund is followed on its terminal, with the texts of that terminal. */
const PaymentScreen = lazyPart(async () => {
  const code = await withTexts(import('../features/payments/payment-screen.tsx'), 'terminals');
  return { default: code.PaymentScreen };
});

const exporter = (subject: ExportSubject) => <ListExport subject={subject} />;

/** The refunds of a merchant, and one of them on its terminal: it looks as a payment does. */
export function RefundsPage() {
  const { follow } = useRefundSearch();
  return follow === null ? (
    <RefundsScreen exporter={exporter} />
  ) : (
    <Suspense fallback={null}>
      <Followed id={follow} />
    </Suspense>
  );
}

function Followed({ id }: { id: string }) {
  const { t } = useTranslation('shell');
  const { show } = useRefundSearch();
  const navigate = useNavigate();
  const isCashier = useSession()?.role === 'CASHIER';
  const newPayment = isCashier
    ? { to: paths.terminal }
    : { to: paths.terminals, search: { pay: 'any' } as never };
  const terminals = useTerminals().data?.rows ?? [];
  return (
    <PaymentScreen
      terminals={terminals}
      terminalId={undefined}
      paymentId={id}
      onPayment={(follow) => show({ follow })}
      onNew={() => void navigate(newPayment)}
      onBack={() => show({})}
      backLabel={t('shell:menu.refunds')}
    />
  );
}
