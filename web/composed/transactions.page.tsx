import { TransactionsScreen } from '../features/transactions/transactions-screen.tsx';
import { lazyPart } from '../platform/lazy-part.ts';

/** Loads with the first purchase that is opened. */
const PurchaseRefunds = lazyPart(() => import('../features/refunds/purchase-refunds.tsx'));

/** Every transaction; a purchase with what was given back of it, and the way to give it back. */
export function TransactionsPage() {
  return <TransactionsScreen Refunds={PurchaseRefunds} />;
}
