import type { AnyRoute } from '@mizan/contract/route.ts';

/** Tables whose rows a call may name by id. */
export type NamedTable =
  | 'transactions'
  | 'refunds'
  | 'shifts'
  | 'terminals'
  | 'branches'
  | 'bulk_runs'
  | 'banks'
  | 'users'
  | 'bank_files'
  | 'bank_layout_parts'
  | 'bank_exceptions'
  | 'chargeback_evidence'
  | 'exception_rules'
  | 'hand_matches'
  | 'fee_claims'
  | 'export_jobs'
  | 'trusted_devices'
  | 'passkeys'
  | 'push_devices'
  | 'sessions'
  | 'integrator_credentials'
  | 'integrator_keys'
  | 'webhook_addresses'
  | 'webhook_deliveries'
  | 'discount_rates'
  | 'rate_restatements'
  | 'terminal_reconciliations'
  | 'bank_deposits'
  | 'arrived_statements'
  | 'report_schedules'
  | 'saved_views'
  | 'personal_requests'
  | 'settlement_statements'
  | 'vat_invoices';

export interface Args {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** A way in which a call names a row: filled in with another merchant's id, and with one that nobody has. */
export interface Naming {
  table: NamedTable;
  args: (id: string) => Args;
}

/** What the walk over all routes needs to know of one. */
export interface RouteFixture {
  route: AnyRoute;
  /** Arguments that fit the schemas; where the route names a row, of nobody. */
  args: Args;
  /** Bodies that fit no schema; required where the route takes a body that is parsed. */
  badBodies: unknown[];
  namings: Naming[];
}

/** An id that no row of a test has. */
export const nobodysId = '9000000000000000000';
export const byId = (table: NamedTable, more: Args = {}): Naming => ({
  table,
  args: (id) => ({ ...more, params: { id } }),
});
export const inQuery = (table: NamedTable, name: string): Naming => ({
  table,
  args: (id) => ({ query: { [name]: id } }),
});

export const plain = (route: AnyRoute, args: Args = {}, ...badBodies: unknown[]): RouteFixture => ({
  route,
  args,
  badBodies,
  namings: [],
});
export const naming = (route: AnyRoute, namings: Naming[], ...badBodies: unknown[]): RouteFixture => ({
  route,
  args: namings[0]?.args(nobodysId) ?? {},
  badBodies,
  namings,
});
