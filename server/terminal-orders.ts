import { paymentOrders } from './features/payments/payment-orders.ts';
import { reconcileOrders } from './features/terminal-reconciliation/reconcile-orders.ts';
import { configureOrders } from './features/terminal-settings/configure-orders.ts';
import type { OrderRegister } from './platform/link/order-handlers.ts';

/** Who handles each order of contract/orders.ts: what the gateway is given when it starts. */
export const terminalOrders: OrderRegister = {
  purchase: paymentOrders,
  refund: paymentOrders,
  reversal: paymentOrders,
  reconcile: reconcileOrders,
  configure: configureOrders,
};
