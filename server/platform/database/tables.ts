import type { TableKind } from './table-kinds.ts';

/**
 * How long the rows of a table are kept (docs/decisions/0147-how-long-things-are-kept.md; the table for people is in
 * docs/runbook.md). tables.test.ts holds it against the rights that the database gives: what is of the books nobody
 * can delete, and what has its time somebody can.
 */
export type TableLife =
  /** Of the books, or proves them: the law asks for years, and no role of the portal may delete a row. */
  | 'books'
  /** What somebody set, and who people are: as long as there is a merchant; no role may delete a row. */
  | 'settings'
  /** As settings, and taken out again: by whom it belongs to, with an application or a file that is taken back, or unused. */
  | 'untilTakenOut'
  /** Written anew from what is of the books. */
  | 'rewritten'
  /** A job deletes it when its time is over. */
  | 'timed';

interface Table {
  /** On which machines it lies (docs/decisions/0031-past-one-machine.md). */
  readonly kind: TableKind;
  readonly life: TableLife;
  /**
   * Which folder of server/ may write it (docs/decisions/0040-owners-and-layers.md): one that owns it, and calls its
   * services where another wants a row changed. Reading is free: a query that joins says itself what it reads. More
   * than one folder stands here where the reason stands above it. tools/tidy/table-owners.ts holds it.
   */
  readonly owners: readonly string[];
}

/**
 * Every table of the schema by its name. A migration that makes a table of merchants or a reference table also says its
 * kind to the database, by place_table(), before it gives the table a foreign key.
 */
export const tables: Readonly<Record<string, Table>> = {
  application_cashiers: { kind: 'coordinator', life: 'untilTakenOut', owners: ['features/onboarding'] },
  application_documents: { kind: 'coordinator', life: 'untilTakenOut', owners: ['features/onboarding'] },
  application_terminals: { kind: 'coordinator', life: 'untilTakenOut', owners: ['features/onboarding'] },
  applications: { kind: 'coordinator', life: 'untilTakenOut', owners: ['features/onboarding'] },
  arrived_statements: { kind: 'merchant', life: 'books', owners: ['features/deposits'] },
  audit_entries: { kind: 'merchant', life: 'books', owners: ['platform/audit'] },
  // A trigger of audit_entries writes it.
  audit_heads: { kind: 'merchant', life: 'books', owners: [] },
  bank_chargebacks: { kind: 'merchant', life: 'books', owners: ['features/exceptions'] },
  bank_claims: { kind: 'merchant', life: 'books', owners: ['features/reconciliation'] },
  bank_cutoffs: { kind: 'merchant', life: 'settings', owners: ['features/banks'] },
  bank_deposits: { kind: 'merchant', life: 'books', owners: ['features/deposits'] },
  bank_entries: { kind: 'merchant', life: 'rewritten', owners: ['features/reconciliation'] },
  bank_entry_blocks: { kind: 'merchant', life: 'rewritten', owners: ['features/reconciliation'] },
  bank_exception_steps: { kind: 'merchant', life: 'books', owners: ['features/exceptions'] },
  bank_exceptions: { kind: 'merchant', life: 'books', owners: ['features/exceptions'] },
  bank_file_folders: { kind: 'coordinator', life: 'timed', owners: ['features/reconciliation'] },
  bank_file_verdicts: { kind: 'merchant', life: 'books', owners: ['features/reconciliation'] },
  bank_files: { kind: 'merchant', life: 'books', owners: ['features/reconciliation'] },
  bank_files_told: { kind: 'merchant', life: 'books', owners: ['features/reconciliation'] },
  bank_holidays: { kind: 'reference', life: 'books', owners: ['features/holidays'] },
  bank_layout_parts: { kind: 'merchant', life: 'settings', owners: ['features/reconciliation'] },
  bank_layouts: { kind: 'merchant', life: 'settings', owners: ['features/reconciliation'] },
  bank_line_answers: { kind: 'merchant', life: 'books', owners: ['features/reconciliation'] },
  bank_line_notes: { kind: 'merchant', life: 'rewritten', owners: ['features/reconciliation'] },
  bank_rents: { kind: 'merchant', life: 'books', owners: ['features/fee-audit'] },
  banks: { kind: 'merchant', life: 'settings', owners: ['features/banks'] },
  branches: { kind: 'reference', life: 'untilTakenOut', owners: ['features/branches'] },
  bulk_lines: { kind: 'merchant', life: 'untilTakenOut', owners: ['features/bulk'] },
  bulk_runs: { kind: 'merchant', life: 'untilTakenOut', owners: ['features/bulk'] },
  business_profiles: { kind: 'merchant', life: 'settings', owners: ['features/business'] },
  cashier_refunds: { kind: 'merchant', life: 'books', owners: ['features/refunds'] },
  chargeback_days: { kind: 'merchant', life: 'books', owners: ['features/exceptions'] },
  chargeback_evidence: { kind: 'merchant', life: 'books', owners: ['features/exceptions'] },
  daily_times: { kind: 'merchant', life: 'settings', owners: ['platform/daily-times', 'demo'] },
  deposit_shares: { kind: 'merchant', life: 'books', owners: ['features/deposits'] },
  discount_rates: { kind: 'merchant', life: 'books', owners: ['features/discounts'] },
  due_day_work: { kind: 'coordinator', life: 'timed', owners: ['features/holidays'] },
  exception_limits: { kind: 'merchant', life: 'books', owners: ['features/exceptions'] },
  exception_requests: { kind: 'merchant', life: 'timed', owners: ['features/exceptions'] },
  exception_rules: { kind: 'merchant', life: 'settings', owners: ['features/exceptions'] },
  expectation_days: { kind: 'merchant', life: 'books', owners: ['features/expectations'] },
  expectations: { kind: 'merchant', life: 'books', owners: ['features/expectations'] },
  export_jobs: { kind: 'merchant', life: 'timed', owners: ['features/exports'] },
  fee_claim_lines: { kind: 'merchant', life: 'books', owners: ['features/fee-audit'] },
  fee_claims: { kind: 'merchant', life: 'books', owners: ['features/fee-audit'] },
  files_letters: { kind: 'merchant', life: 'settings', owners: ['features/files-letter'] },
  hand_matches: { kind: 'merchant', life: 'books', owners: ['features/exceptions'] },
  integrator_credentials: { kind: 'coordinator', life: 'settings', owners: ['features/integrator'] },
  integrator_keys: { kind: 'coordinator', life: 'settings', owners: ['features/integrator'] },
  integrator_requests: { kind: 'merchant', life: 'timed', owners: ['features/integrator'] },
  // The demo's 90 days are written in bulk, as nobody pays them.
  journal: { kind: 'merchant', life: 'books', owners: ['platform/facts', 'demo'] },
  journal_accounts: { kind: 'merchant', life: 'books', owners: ['features/settlement'] },
  link_violations: { kind: 'merchant', life: 'timed', owners: ['gateway'] },
  live_messages: { kind: 'merchant', life: 'timed', owners: ['platform/bus'] },
  mada_packages: { kind: 'reference', life: 'settings', owners: ['features/models'] },
  mail_links: { kind: 'coordinator', life: 'timed', owners: ['features/auth'] },
  merchants: { kind: 'reference', life: 'untilTakenOut', owners: ['features/merchants'] },
  missing_claim_lines: { kind: 'merchant', life: 'books', owners: ['features/fee-audit'] },
  model_packages: { kind: 'reference', life: 'untilTakenOut', owners: ['features/models'] },
  notice_counters: { kind: 'merchant', life: 'settings', owners: ['platform/notices'] },
  notice_places: { kind: 'merchant', life: 'settings', owners: ['features/notices'] },
  notices: { kind: 'merchant', life: 'timed', owners: ['platform/notices'] },
  opening_hours: { kind: 'merchant', life: 'settings', owners: ['features/alerts'] },
  otp_challenges: { kind: 'coordinator', life: 'timed', owners: ['features/auth'] },
  outbox_mails: { kind: 'coordinator', life: 'timed', owners: ['platform/mail'] },
  overdue_told: { kind: 'merchant', life: 'settings', owners: ['features/alerts'] },
  passkey_challenges: { kind: 'coordinator', life: 'timed', owners: ['features/passkeys'] },
  passkeys: { kind: 'coordinator', life: 'untilTakenOut', owners: ['features/passkeys'] },
  places: { kind: 'reference', life: 'untilTakenOut', owners: ['features/districts'] },
  platform_minutes: { kind: 'coordinator', life: 'timed', owners: ['features/platform'] },
  platform_settings: { kind: 'reference', life: 'settings', owners: ['platform/settings'] },
  process_minutes: { kind: 'coordinator', life: 'timed', owners: ['features/platform'] },
  processes: { kind: 'coordinator', life: 'timed', owners: ['gateway'] },
  personal_requests: { kind: 'coordinator', life: 'settings', owners: ['features/personal-data'] },
  push_devices: { kind: 'merchant', life: 'timed', owners: ['features/push-devices'] },
  rate_counters: { kind: 'coordinator', life: 'timed', owners: ['platform/attempts'] },
  rate_restatements: { kind: 'merchant', life: 'books', owners: ['features/discounts'] },
  receipt_links: { kind: 'merchant', life: 'books', owners: ['features/receipts'] },
  reconcile_letters: { kind: 'merchant', life: 'settings', owners: ['features/terminal-reconciliation'] },
  refund_limits: { kind: 'merchant', life: 'books', owners: ['features/refunds'] },
  refunds: { kind: 'merchant', life: 'books', owners: ['features/refunds'] },
  refused_drops: { kind: 'merchant', life: 'timed', owners: ['features/watched-folder'] },
  rent_claim_lines: { kind: 'merchant', life: 'books', owners: ['features/fee-audit'] },
  report_runs: { kind: 'merchant', life: 'settings', owners: ['features/reports'] },
  report_schedules: { kind: 'merchant', life: 'settings', owners: ['features/reports'] },
  reviews: { kind: 'merchant', life: 'books', owners: ['features/payments', 'demo'] },
  saved_views: { kind: 'merchant', life: 'settings', owners: ['features/views'] },
  schema_migrations: { kind: 'coordinator', life: 'settings', owners: ['platform/database'] },
  sessions: { kind: 'coordinator', life: 'timed', owners: ['platform/sessions'] },
  settlement_statement_files: { kind: 'merchant', life: 'books', owners: ['features/settlement'] },
  settlement_statements: { kind: 'merchant', life: 'books', owners: ['features/settlement'] },
  shifts: { kind: 'merchant', life: 'books', owners: ['features/shifts'] },
  sign_in_keys: { kind: 'coordinator', life: 'timed', owners: ['features/auth'] },
  silences_told: { kind: 'merchant', life: 'settings', owners: ['features/alerts'] },
  statement_accounts: { kind: 'merchant', life: 'settings', owners: ['features/deposits'] },
  statement_layouts: { kind: 'merchant', life: 'settings', owners: ['features/deposits'] },
  statement_reversals: { kind: 'merchant', life: 'books', owners: ['features/deposits'] },
  superseded_device_tokens: { kind: 'coordinator', life: 'timed', owners: ['features/auth'] },
  terminal_banks: { kind: 'merchant', life: 'untilTakenOut', owners: ['features/banks'] },
  terminal_brands: { kind: 'reference', life: 'settings', owners: ['features/models'] },
  // Pairing is a feature's; who holds the line is the gateway's, which asks nobody while a terminal waits.
  terminal_directory: {
    kind: 'coordinator',
    life: 'untilTakenOut',
    owners: ['features/terminals', 'gateway'],
  },
  // What comes over the line is the gateway's; that it has had its time, or is no matter of the line, the feature's; the
  // demo's week is written in bulk.
  terminal_health: { kind: 'merchant', life: 'timed', owners: ['gateway', 'features/terminals', 'demo'] },
  terminal_line_log: { kind: 'merchant', life: 'timed', owners: ['gateway', 'features/terminals', 'demo'] },
  terminal_models: { kind: 'reference', life: 'settings', owners: ['features/models'] },
  // The demo's nights are written in bulk, as nobody reconciled them.
  terminal_reconciliation_totals: {
    kind: 'merchant',
    life: 'books',
    owners: ['features/terminal-reconciliation', 'demo'],
  },
  terminal_reconciliations: {
    kind: 'merchant',
    life: 'books',
    owners: ['features/terminal-reconciliation', 'demo'],
  },
  terminal_results: { kind: 'merchant', life: 'books', owners: ['features/payments'] },
  terminal_settings: { kind: 'merchant', life: 'settings', owners: ['features/terminal-settings'] },
  // Presence and health come over the line; the demo says when each was last seen.
  terminals: { kind: 'merchant', life: 'untilTakenOut', owners: ['features/terminals', 'gateway', 'demo'] },
  transaction_day_rollups: { kind: 'merchant', life: 'books', owners: ['features/transactions'] },
  transaction_rollups: { kind: 'merchant', life: 'books', owners: ['features/transactions'] },
  // The bank's confirmations are marked in bulk, in short transactions (decision 0016).
  transactions: {
    kind: 'merchant',
    life: 'books',
    owners: ['features/payments', 'features/reconciliation', 'demo'],
  },
  trusted_devices: { kind: 'coordinator', life: 'timed', owners: ['features/auth'] },
  user_preferences: { kind: 'coordinator', life: 'settings', owners: ['features/preferences'] },
  users: { kind: 'reference', life: 'untilTakenOut', owners: ['features/users'] },
  vat_invoices: { kind: 'merchant', life: 'books', owners: ['features/settlement'] },
  vat_rates: { kind: 'reference', life: 'books', owners: ['platform/settings'] },
  vendors: { kind: 'reference', life: 'settings', owners: ['features/vendors'] },
  watched_folders: { kind: 'merchant', life: 'settings', owners: ['features/watched-folder'] },
  webhook_addresses: { kind: 'merchant', life: 'settings', owners: ['features/integrator'] },
  webhook_attempts: { kind: 'merchant', life: 'timed', owners: ['features/integrator'] },
  // Written with the fact; sent, and sent again, by the feature.
  webhook_deliveries: {
    kind: 'merchant',
    life: 'timed',
    owners: ['platform/webhooks', 'features/integrator'],
  },
};

/** The tables of one kind, in the order of the list. */
export const tablesOfKind = (kind: TableKind): string[] =>
  Object.keys(tables).filter((table) => tables[table]?.kind === kind);
