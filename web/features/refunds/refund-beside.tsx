import { FindPurchase } from './find-purchase.tsx';
import { RefundDrawer } from './refund-drawer.tsx';
import { RefundForm } from './refund-form.tsx';
import { RefundLimitsPanel } from './refund-limits-panel.tsx';
import type { RefundSearchState } from './refunds.search.ts';

/** What stands beside the list: one refund, the form of a new one, or the way to its purchase. */
export default function RefundBeside({ state }: { state: RefundSearchState }) {
  const { open, of, set, show } = state;
  const onClose = () => show({});
  if (open !== null) return <RefundDrawer key={open} id={open} onClose={onClose} onShow={show} />;
  if (set === 'limits') return <RefundLimitsPanel onClose={onClose} />;
  if (of === 'find') return <FindPurchase onFound={(id) => show({ of: id }, true)} onClose={onClose} />;
  return of === null ? null : (
    <RefundForm
      key={of}
      originalId={of}
      onClose={onClose}
      onStarted={({ id, state: began }) => show(began === 'WAITING' ? { open: id } : { follow: id }, true)}
    />
  );
}
