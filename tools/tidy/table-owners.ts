import { posix } from 'node:path';
import { tableKinds } from '../../server/platform/database/table-kinds.ts';
import { type Findings, isCode, isTest, type SourceFile } from './source-files.ts';

/**
 * Which folder of server/ may write which table (docs/decisions/0040-owners-and-layers.md): one that owns it, and
 * calls its services where another wants a row changed. Reading is free: a query that joins says itself what it
 * reads. More than one folder stands here where the reason stands beside it.
 */
const tableOwners: Readonly<Record<string, readonly string[]>> = {
  application_cashiers: ['features/onboarding'],
  application_documents: ['features/onboarding'],
  application_terminals: ['features/onboarding'],
  applications: ['features/onboarding'],
  notice_counters: ['platform/notices'],
  notice_places: ['features/notices'],
  notices: ['platform/notices'],
  opening_hours: ['features/alerts'],
  overdue_told: ['features/alerts'],
  silences_told: ['features/alerts'],
  push_devices: ['features/push-devices'],
  arrived_statements: ['features/deposits'],
  bulk_lines: ['features/bulk'],
  bulk_runs: ['features/bulk'],
  audit_entries: ['platform/audit'],
  // A trigger of audit_entries writes it.
  audit_heads: [],
  bank_claims: ['features/reconciliation'],
  bank_cutoffs: ['features/banks'],
  bank_deposits: ['features/deposits'],
  bank_entries: ['features/reconciliation'],
  bank_entry_blocks: ['features/reconciliation'],
  bank_exception_steps: ['features/exceptions'],
  bank_chargebacks: ['features/exceptions'],
  bank_exceptions: ['features/exceptions'],
  bank_file_folders: ['features/reconciliation'],
  bank_file_verdicts: ['features/reconciliation'],
  bank_files: ['features/reconciliation'],
  bank_holidays: ['features/holidays'],
  bank_layout_parts: ['features/reconciliation'],
  bank_layouts: ['features/reconciliation'],
  bank_line_answers: ['features/reconciliation'],
  bank_line_notes: ['features/reconciliation'],
  banks: ['features/banks'],
  branches: ['features/branches'],
  business_profiles: ['features/business'],
  daily_times: ['platform/daily-times', 'demo'],
  deposit_shares: ['features/deposits'],
  discount_rates: ['features/discounts'],
  mada_packages: ['features/models'],
  model_packages: ['features/models'],
  terminal_brands: ['features/models'],
  terminal_models: ['features/models'],
  places: ['features/districts'],
  platform_settings: ['platform/settings'],
  vat_rates: ['platform/settings'],
  vendors: ['features/vendors'],
  due_day_work: ['features/holidays'],
  exception_limits: ['features/exceptions'],
  exception_requests: ['features/exceptions'],
  exception_rules: ['features/exceptions'],
  chargeback_days: ['features/exceptions'],
  chargeback_evidence: ['features/exceptions'],
  expectation_days: ['features/expectations'],
  expectations: ['features/expectations'],
  export_jobs: ['features/exports'],
  bank_rents: ['features/fee-audit'],
  fee_claim_lines: ['features/fee-audit'],
  fee_claims: ['features/fee-audit'],
  hand_matches: ['features/exceptions'],
  integrator_credentials: ['features/integrator'],
  integrator_keys: ['features/integrator'],
  integrator_requests: ['features/integrator'],
  // The demo's 90 days are written in bulk, as nobody pays them.
  journal: ['platform/facts', 'demo'],
  journal_accounts: ['features/settlement'],
  link_violations: ['gateway'],
  live_messages: ['platform/bus'],
  mail_links: ['features/auth'],
  merchants: ['features/merchants'],
  otp_challenges: ['features/auth'],
  outbox_mails: ['platform/mail'],
  passkey_challenges: ['features/passkeys'],
  passkeys: ['features/passkeys'],
  platform_minutes: ['features/platform'],
  process_minutes: ['features/platform'],
  processes: ['gateway'],
  rate_counters: ['platform/attempts'],
  rate_restatements: ['features/discounts'],
  receipt_links: ['features/receipts'],
  files_letters: ['features/files-letter'],
  bank_files_told: ['features/reconciliation'],
  reconcile_letters: ['features/terminal-reconciliation'],
  report_runs: ['features/reports'],
  report_schedules: ['features/reports'],
  refund_limits: ['features/refunds'],
  cashier_refunds: ['features/refunds'],
  refunds: ['features/refunds'],
  reviews: ['features/payments', 'demo'],
  saved_views: ['features/views'],
  schema_migrations: ['platform/database'],
  sessions: ['platform/sessions'],
  shifts: ['features/shifts'],
  settlement_statement_files: ['features/settlement'],
  settlement_statements: ['features/settlement'],
  sign_in_keys: ['features/auth'],
  refused_drops: ['features/watched-folder'],
  statement_accounts: ['features/deposits'],
  statement_layouts: ['features/deposits'],
  statement_reversals: ['features/deposits'],
  superseded_device_tokens: ['features/auth'],
  // Pairing is a feature's; who holds the line is the gateway's, which asks nobody while a terminal waits.
  terminal_directory: ['features/terminals', 'gateway'],
  terminal_banks: ['features/banks'],
  // What comes over the line is the gateway's; that it has had its time, or is no matter of the line, the feature's; the
  // demo's week is written in bulk.
  terminal_health: ['gateway', 'features/terminals', 'demo'],
  terminal_line_log: ['gateway', 'features/terminals', 'demo'],
  // The demo's nights are written in bulk, as nobody reconciled them.
  terminal_reconciliation_totals: ['features/terminal-reconciliation', 'demo'],
  terminal_reconciliations: ['features/terminal-reconciliation', 'demo'],
  terminal_settings: ['features/terminal-settings'],
  terminal_results: ['features/payments'],
  // Presence and health come over the line; the demo says when each was last seen.
  terminals: ['features/terminals', 'gateway', 'demo'],
  transaction_day_rollups: ['features/transactions'],
  transaction_rollups: ['features/transactions'],
  // The bank's confirmations are marked in bulk, in short transactions (decision 0016).
  transactions: ['features/payments', 'features/reconciliation', 'demo'],
  trusted_devices: ['features/auth'],
  user_preferences: ['features/preferences'],
  users: ['features/users'],
  vat_invoices: ['features/settlement'],
  watched_folders: ['features/watched-folder'],
  webhook_addresses: ['features/integrator'],
  webhook_attempts: ['features/integrator'],
  // Written with the fact; sent, and sent again, by the feature.
  webhook_deliveries: ['platform/webhooks', 'features/integrator'],
};

const writing =
  /\b(?:INSERT\s+INTO|UPDATE(?:\s+ONLY)?|DELETE\s+FROM|MERGE\s+INTO|TRUNCATE(?:\s+TABLE)?|COPY)\s+(?:\$\{(\w+)\}|"?([a-z][a-z0-9_]*)"?)/g;

interface Write {
  path: string;
  folder: string;
  /** Null where the name is not a constant that can be read. */
  table: string | null;
}

/** What the code of the server writes; tests, and what helps them, plant what they need. */
function writesOf(files: SourceFile[]): Write[] {
  const code = files.filter(
    (file) =>
      isCode(file) && file.path.startsWith('server/') && !isTest(file) && !file.path.includes('/testing/'),
  );
  const constants = new Map(
    code.flatMap(({ text }) =>
      [...text.matchAll(/\bconst (\w+) = '([a-z][a-z0-9_]*)'/g)].map(([, name = '', value = '']) => [
        name,
        value,
      ]),
    ),
  );
  return code.flatMap(({ path, text }) =>
    [...text.matchAll(writing)].map(([, constant, name]) => ({
      path,
      folder: posix.dirname(path).replace(/^server\/?/, ''),
      table: name ?? constants.get(constant ?? '') ?? null,
    })),
  );
}

const isIn = (folder: string, owner: string): boolean => folder === owner || folder.startsWith(`${owner}/`);

/** A restore takes back every table, whoever owns it. */
const writesEveryTable = 'server/platform/backup/backup.queries.ts';

/** Writes outside the owner's folder, tables without an owner, and owners that write nothing. */
export function ownerFindings(files: SourceFile[], owners = tableOwners): Findings {
  const writes = writesOf(files);
  const strangers = writes.flatMap(({ path, folder, table }) => {
    if (path === writesEveryTable) return [];
    if (table === null) return [`${path} writes a table whose name nobody can read: write it out`];
    const allowed = owners[table];
    if (!allowed || allowed.some((owner) => isIn(folder, owner))) return [];
    return [`${path} writes ${table}: call a service of ${allowed.join(' or ') || 'nobody'}, who owns it`];
  });
  const idle = Object.entries(owners).flatMap(([table, folders]) =>
    folders
      .filter((owner) => !writes.some((each) => each.table === table && isIn(each.folder, owner)))
      .map((owner) => `${owner} writes ${table} no more: take it out of tools/tidy/table-owners.ts`),
  );
  return [...new Set(strangers), ...idle];
}

/** Tables that the schema has and the list of owners has not, and the other way round. */
export function unownedFindings(owners = tableOwners): Findings {
  const tables = Object.keys(tableKinds);
  return [
    ...tables.filter((table) => !(table in owners)).map((table) => `${table} has no owner`),
    ...Object.keys(owners)
      .filter((table) => !tables.includes(table))
      .map((table) => `${table} is no table`),
  ];
}
