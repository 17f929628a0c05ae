/**
 * Where each table lies once the database is distributed over several machines by Citus
 * (docs/decisions/0031-past-one-machine.md). On one machine nothing hangs on it, but tables are made fit for it:
 * distribution.test.ts holds that this list is whole and that every key allows what it says.
 */
export type TableKind =
  /** Distributed: the rows of one merchant lie together, on one machine. */
  | 'merchant'
  /** Copied whole to every machine: what the tables of merchants refer to and are joined with. */
  | 'reference'
  /** Stays on the coordinator: sign-in, onboarding, and what belongs to no merchant. */
  | 'coordinator';

/** The newest migration that knows nothing of several machines: a database is distributed after it, those since run there. */
export const lastOfOneMachine = 29;

/**
 * By the table's name. A migration that makes a table of merchants or a reference table also says so to the database,
 * by place_table(), before it gives the table a foreign key (server/migrations/0027_distribution.sql).
 */
export const tableKinds: Readonly<Record<string, TableKind>> = {
  arrived_statements: 'merchant',
  audit_entries: 'merchant',
  audit_heads: 'merchant',
  bank_claims: 'merchant',
  bank_cutoffs: 'merchant',
  bank_deposits: 'merchant',
  bank_entries: 'merchant',
  bank_entry_blocks: 'merchant',
  bank_exception_steps: 'merchant',
  bank_chargebacks: 'merchant',
  bank_exceptions: 'merchant',
  bank_file_verdicts: 'merchant',
  bank_files: 'merchant',
  bank_layout_parts: 'merchant',
  bank_layouts: 'merchant',
  bank_line_answers: 'merchant',
  bank_line_notes: 'merchant',
  banks: 'merchant',
  daily_times: 'merchant',
  deposit_shares: 'merchant',
  discount_rates: 'merchant',
  exception_limits: 'merchant',
  exception_requests: 'merchant',
  exception_rules: 'merchant',
  chargeback_evidence: 'merchant',
  expectation_days: 'merchant',
  expectations: 'merchant',
  export_jobs: 'merchant',
  fee_claim_lines: 'merchant',
  fee_claims: 'merchant',
  hand_matches: 'merchant',
  journal: 'merchant',
  journal_accounts: 'merchant',
  link_violations: 'merchant',
  live_messages: 'merchant',
  rate_restatements: 'merchant',
  bank_files_told: 'merchant',
  files_letters: 'merchant',
  reconcile_letters: 'merchant',
  reviews: 'merchant',
  statement_accounts: 'merchant',
  statement_layouts: 'merchant',
  statement_reversals: 'merchant',
  settlement_statement_files: 'merchant',
  settlement_statements: 'merchant',
  terminal_banks: 'merchant',
  terminal_reconciliation_totals: 'merchant',
  terminal_reconciliations: 'merchant',
  terminal_results: 'merchant',
  terminals: 'merchant',
  transaction_day_rollups: 'merchant',
  transaction_rollups: 'merchant',
  transactions: 'merchant',
  vat_invoices: 'merchant',
  watched_folders: 'merchant',

  bank_holidays: 'reference',
  branches: 'reference',
  merchants: 'reference',
  users: 'reference',

  application_cashiers: 'coordinator',
  application_documents: 'coordinator',
  application_terminals: 'coordinator',
  applications: 'coordinator',
  bank_file_folders: 'coordinator',
  due_day_work: 'coordinator',
  mail_links: 'coordinator',
  otp_challenges: 'coordinator',
  outbox_mails: 'coordinator',
  passkey_challenges: 'coordinator',
  passkeys: 'coordinator',
  processes: 'coordinator',
  rate_counters: 'coordinator',
  schema_migrations: 'coordinator',
  sessions: 'coordinator',
  sign_in_keys: 'coordinator',
  superseded_device_tokens: 'coordinator',
  terminal_directory: 'coordinator',
  trusted_devices: 'coordinator',
  user_preferences: 'coordinator',
};
