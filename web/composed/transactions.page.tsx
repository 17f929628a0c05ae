import { lazy } from 'react';
import { TransactionsScreen } from '../features/transactions/transactions-screen.tsx';

/** Loads with the first purchase that is opened. */
const PurchaseRefunds = lazy(() => import('../features/refunds/purchase-refunds.tsx'));

/** Every transaction; a purchase with what was given back of it, and the way to give it back. */
export function TransactionsPage() {
  return <TransactionsScreen Refunds={PurchaseRefunds} />;
}
