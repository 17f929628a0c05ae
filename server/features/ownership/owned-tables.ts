/**
 * Everything that a merchant owns, table by table, as it goes into their export (docs/decisions/0171-everything-taken-away.md).
 * Columns are written out, so that a new one is in no file before somebody has looked at it; owned-tables.test.ts holds that
 * each table and each column of the schema stands here, in `leftOut` or in `secretColumns`.
 */
export interface OwnedTable {
  /** In their order. ':hex' and ':base64' are bytes; ':address' is a web address without what stands behind its '?'. */
  readonly columns: string;
  /** By what its rows are put in order. */
  readonly key: string;
  /** The merchant's own role may not read it. */
  readonly as?: 'platform';
  /** How its rows are the merchant's, where they carry no merchant_id. */
  readonly of?: 'self' | 'user' | 'application';
}

export const ownedTables: Readonly<Record<string, OwnedTable>> = {
  application_cashiers: {
    columns: 'application_id position username',
    key: 'application_id position',
    as: 'platform',
    of: 'application',
  },
  application_documents: {
    columns: 'id application_id file_name media_type uploaded_at',
    key: 'id',
    as: 'platform',
    of: 'application',
  },
  application_terminals: { columns: 'tid application_id', key: 'tid', as: 'platform', of: 'application' },
  applications: {
    columns: 'id owner_id state cr form locale sent_at decided_at decided_by note asked_fields',
    key: 'id',
    as: 'platform',
  },
  arrived_statements: {
    columns: 'id sha256:hex file_name size_bytes arrived_at by_id by_name reason ended_at ended_by_name',
    key: 'id',
  },
  audit_entries: {
    columns:
      'id at actor_id actor_name actor_role action subject_type subject_id before after ip_address user_agent prev_hash:hex hash:hex',
    key: 'id',
  },
  bank_chargebacks: {
    columns: 'exception_id stage answered_on deadline_day deadline_by_name deadline_at',
    key: 'exception_id',
  },
  bank_cutoffs: { columns: 'bank_id valid_from cutoff', key: 'bank_id valid_from' },
  bank_deposits: {
    columns:
      'id request_id bank_id value_date amount_minor currency reference note source shared_minor added_at added_by added_by_name undone_at undone_by undone_by_name',
    key: 'id',
  },
  bank_entries: {
    columns:
      'bank_file_id seq outcome step currency transaction_id line claims matched_by reason portal_minor bank_minor difference_minor tid rrn last_four scheme day detail charge_minor settlement_day batch earlier_file_id not_judged',
    key: 'bank_file_id seq',
  },
  bank_entry_blocks: {
    columns:
      'bank_file_id first_seq last_seq claims matched_by first_id last_id first_day last_day transaction_ids lines days charges settlement_days batches not_judged',
    key: 'bank_file_id first_seq',
  },
  bank_exception_steps: {
    columns: 'exception_id id kind by_id by_name at note other_name stage',
    key: 'exception_id id',
  },
  bank_exceptions: {
    columns:
      'id of_file of_row bank_file_id seq outcome currency difference_minor beyond_minor line_says bank_id opened_at gone gone_at assignee_id assignee_name said said_outcome said_currency said_minor said_note limit_minor asked_by_id asked_by_name asked_at asked_of_id asked_of_name approved_by_id approved_by_name approved_at state since_day since_kind group_name proposal is_ruled settled_with',
    key: 'id',
  },
  bank_file_verdicts: {
    columns: 'bank_file_id seq verdict cause by_name judged_at exception_count differences',
    key: 'bank_file_id seq',
  },
  bank_files: {
    columns:
      'id file_name size_bytes sha256:hex state uploaded_by uploaded_by_name created_at finished_at stage stage_part stage_total refusal proposal layout bank_name verdict summary lines_read lines_rejected first_day last_day attempts confirmed_through confirming bank_id part_id newest_line_at rejudge_cause next_due_day covers_from layout_id trial replaced_by_id settled',
    key: 'id',
  },
  bank_layout_parts: {
    columns:
      'id layout_id bank_id name tids schemes opens_at closes_minute confirmed_by_name confirmed_at removed_at',
    key: 'id',
  },
  bank_layouts: { columns: 'id signature bank_name layout created_at used_at', key: 'id' },
  bank_line_answers: {
    columns: 'bank_file_id earlier_file_id line answer by_id by_name at',
    key: 'bank_file_id earlier_file_id line',
  },
  bank_line_notes: {
    columns: 'bank_file_id seq kind line code field value total total_rows',
    key: 'bank_file_id kind seq',
  },
  bank_rents: { columns: 'id bank_id kind amount_minor vat_bps valid_from by_id by_name at', key: 'id' },
  banks: { columns: 'id name_en name_ar code iban created_at', key: 'id' },
  branches: {
    columns: 'id code name_en name_ar address_en address_ar status created_at region city district map_url',
    key: 'id',
  },
  bulk_lines: {
    columns:
      'run_id line kind place verdict name_en name_ar code cells changes problems wanted target_id before after seats written_at',
    key: 'run_id line',
  },
  bulk_runs: {
    columns:
      'id by_id by_name file_name state failure is_whole counts written to_write read_ms attempts created_at finished_at',
    key: 'id',
  },
  business_profiles: {
    columns: 'phone email vat_number above_ar above_en below_ar below_en logo_type logo_version set_at',
    key: 'merchant_id',
  },
  cashier_refunds: { columns: 'is_allowed each_minor day_minor by_id by_name at', key: 'merchant_id' },
  chargeback_days: { columns: 'id bank_id scheme days valid_from by_id by_name at', key: 'id' },
  chargeback_evidence: { columns: 'id exception_id file_name media_type by_id by_name at', key: 'id' },
  daily_times: { columns: 'kind scope place_id at_time next_at recipient_ids', key: 'kind scope place_id' },
  deposit_shares: {
    columns:
      'id deposit_id bank_id currency business_day scheme amount_minor shared_at shared_by shared_by_name undone_at',
    key: 'id',
  },
  discount_rates: {
    columns:
      'id scheme mdr_bps vat_bps cap_limit_minor processing_fee_minor valid_from created_at bank_id paid_within_days paid_within_kind note added_by_id added_by_name withdrawn_at withdrawn_by_name imported_count restatement_id',
    key: 'id',
  },
  exception_limits: { columns: 'limit_minor by_id by_name at', key: 'merchant_id' },
  exception_rules: {
    columns:
      'id request_id place name bank_id outcome reason tid branch_id currency from_minor to_minor assignee_id assignee_name group_name proposal revision previewed_revision is_on removed_at by_id by_name at asked_sha256:hex',
    key: 'id',
  },
  expectations: {
    columns:
      'transaction_id bank_id branch_id terminal_id scheme type currency gross_minor fee_minor vat_minor net_minor host_at business_day due_day line bank_file_id bank_line missing_in_file_id deposit is_owed',
    key: 'transaction_id',
  },
  export_jobs: {
    columns:
      'id asked_by subject format file_name state rows_done rows_total size_bytes attempts created_at finished_at expires_at',
    key: 'id',
  },
  fee_claim_lines: {
    columns:
      'claim_id transaction_id is_live bank_file_id day scheme cause tid rrn approval_code last_four amount_minor agreed_fee_minor agreed_vat_minor charged_minor charged_fee_minor charged_vat_minor',
    key: 'claim_id transaction_id',
  },
  fee_claims: {
    columns:
      'id request_id year number name bank_id currency from_day to_day line_count fee_minor vat_minor claimed_minor said state made_at made_by made_by_name sent_on bank_reference answered_on paid_minor deposit_id answer_note withdrawn_at asked_sha256:hex kind',
    key: 'id',
  },
  files_letters: { columns: 'run_at written_at', key: 'run_at' },
  hand_matches: {
    columns: 'id bank_file_id lines transaction_ids note by_id by_name at holds undone_at undone_by_name',
    key: 'id',
  },
  integrator_credentials: {
    columns: 'id made_by name username created_at last_used_at revoked_at',
    key: 'id',
    as: 'platform',
  },
  integrator_keys: {
    columns: 'id made_by name scopes created_at expires_at last_used_at revoked_at is_test',
    key: 'id',
    as: 'platform',
  },
  journal: { columns: 'subject subject_id id at fact by_name params', key: 'subject subject_id id' },
  journal_accounts: { columns: 'role bank_id account', key: 'role bank_id' },
  link_violations: { columns: 'id tid at reason detail original:base64', key: 'id' },
  merchants: {
    columns: 'id uuid name_en name_ar status bank_code cutoff address_en address_ar created_at closed_at',
    key: 'id',
    of: 'self',
  },
  missing_claim_lines: {
    columns:
      'claim_id transaction_id is_live bank_file_id day due_day scheme tid rrn approval_code last_four gross_minor fee_minor vat_minor net_minor',
    key: 'claim_id transaction_id',
  },
  notices: { columns: 'audience_id seq type about amount_minor count at', key: 'audience_id seq' },
  opening_hours: { columns: 'opens_at closes_at closed_days set_at', key: 'merchant_id' },
  rate_restatements: {
    columns:
      'id bank_id scheme valid_from mdr_bps vat_bps cap_limit_minor processing_fee_minor paid_within_days paid_within_kind reason state asked_by_id asked_by_name asked_at decided_by_id decided_by_name decided_at restated_count',
    key: 'id',
  },
  receipt_links: { columns: 'id transaction_id made_at made_by made_by_name ends_at revoked_at', key: 'id' },
  reconcile_letters: { columns: 'run_at due_at written_at terminal_ids', key: 'run_at' },
  refund_limits: { columns: 'limit_minor by_id by_name at', key: 'merchant_id' },
  refunds: {
    columns:
      'id uuid original_id terminal_id type amount_minor currency reason note state limit_minor asked_by_id asked_by_name asked_at decided_by_id decided_by_name decided_at decision_note branch_id',
    key: 'id',
  },
  refused_drops: { columns: 'id file_name reason refused_at is_told', key: 'id' },
  rent_claim_lines: {
    columns: 'claim_id bank_id kind month tid is_live over_minor',
    key: 'claim_id kind month tid',
  },
  report_runs: {
    columns: 'id schedule_id kind format from_day to_day due_at written_at recipients_count is_written',
    key: 'id',
  },
  report_schedules: { columns: 'id kind rhythm at_time format recipient_ids next_at created_at', key: 'id' },
  reviews: {
    columns:
      'id transaction_id reason opened_at decided_at decision decided_by decided_by_bank_file note before',
    key: 'id',
  },
  personal_requests: {
    columns:
      'id user_id kind field wanted answered_by state asked_at due_at answered_at answered_by_name reason version reminded_at withdrawn_at',
    key: 'id',
    as: 'platform',
  },
  saved_views: {
    columns: 'id user_id name name_key filter last_days columns saved_at removed_at',
    key: 'id',
  },
  settlement_statement_files: {
    columns: 'statement_id sha256:hex format language calendar made_at seal:hex',
    key: 'statement_id sha256',
  },
  settlement_statements: {
    columns: 'id request_id sequence code made_at made_by figures summary seal:hex asked_sha256:hex',
    key: 'id',
  },
  shifts: {
    columns:
      'id terminal_id tid branch_id cashier_id cashier_name opened_at after_id closed_at closed_as closed_by_id closed_by_name sums counted_ids',
    key: 'id',
  },
  statement_accounts: { columns: 'account bank_id said_at said_by said_by_name', key: 'account' },
  statement_layouts: {
    columns: 'bank_id signature:hex fields ways told confirmed_at confirmed_by confirmed_by_name',
    key: 'bank_id signature',
  },
  statement_reversals: { columns: 'request_id deposit_id taken_at', key: 'request_id' },
  terminal_banks: { columns: 'terminal_id scheme valid_from bank_id', key: 'terminal_id scheme valid_from' },
  terminal_health: {
    columns: 'terminal_id slot_at battery_percent charging wifi_rssi',
    key: 'terminal_id slot_at',
  },
  terminal_line_log: { columns: 'id terminal_id at event reason detail', key: 'id' },
  terminal_reconciliation_totals: {
    columns:
      'reconciliation_id scheme host_debit_count host_debit_minor host_credit_count host_credit_minor terminal_debit_count terminal_debit_minor terminal_credit_count terminal_credit_minor portal_debit_count portal_debit_minor portal_credit_count portal_credit_minor',
    key: 'reconciliation_id scheme',
  },
  terminal_reconciliations: {
    columns:
      'id uuid terminal_id tid branch_id origin state failure asked_at asked_by_id asked_by_name sent_at acked_at ended_at next_query_at action_code balance from_at open_ids',
    key: 'id',
  },
  terminal_results: {
    columns: 'transaction_id result_seq received_at body said original:base64',
    key: 'transaction_id result_seq said',
  },
  terminal_settings: {
    columns:
      'terminal_id version tid language own_purchases own_refunds cash state asked_at asked_by_id asked_by_name sent_at in_force_at next_query_at',
    key: 'terminal_id version',
  },
  terminals: {
    columns:
      'id tid label serial_number brand manufacturer model branch_id cashier_id status connection last_seen_at app_version telemetry telemetry_at created_at msp reported_model is_test',
    key: 'id',
  },
  transactions: {
    columns:
      'id uuid type status amount_minor currency scheme first_six last_four rrn stan approval_code acquirer_code provider_code action_code refusal order_ref terminal_id tid branch_id cashier_id cashier_name mdr_bps vat_bps cap_limit_minor processing_fee_minor mdr_minor fee_minor vat_minor net_minor created_at business_day sent_at acked_at step step_at cancel_asked_at decided_at result_seq next_query_at query_count holds_lock under_review late_approval original_id retry_of_id bank_confirmed_at bank_file_id receipt started_by_id started_by_name bank_id cash_minor terminal_reconciliation_id shift_id original_rrn',
    key: 'id',
  },
  user_preferences: {
    columns:
      'user_id digits calendar muted_notices sign_in_mail language_chosen asked_mail mail_notices push_notices push_amounts',
    key: 'user_id',
    as: 'platform',
    of: 'user',
  },
  users: {
    columns:
      'id role username email full_name status email_verified_at branch_id terminal_id locale created_at mobile team_role deleted_at',
    key: 'id',
    as: 'platform',
  },
  vat_invoices: {
    columns:
      'id request_id bank_id month kind number number_key issued_on base_minor vat_minor currency added_at added_by added_by_name undone_at undone_by undone_by_name',
    key: 'id',
  },
  watched_folders: { columns: 'is_on said_at said_by said_by_name', key: 'merchant_id' },
  webhook_addresses: {
    columns: 'id uuid url:address facts made_by created_at removed_at is_test',
    key: 'id',
  },
  webhook_attempts: {
    columns: 'id delivery_id at duration_ms status answer failure reason content_type retry_after',
    key: 'id',
  },
  webhook_deliveries: {
    columns: 'id address_id uuid fact body created_at state tries next_attempt_at delivered_at resent_at',
    key: 'id',
  },
};

/** Why a table is in no export. */
export type LeftOutReason =
  /** It holds what people, browsers or terminals sign in with. */
  | 'secret'
  /** It is of the platform and of no merchant. */
  | 'platform'
  /** It is made of rows that are in the export. */
  | 'derived'
  /** What the portal notes for itself while something is on its way, or of where somebody stopped reading. */
  | 'passing';

export const leftOut: Readonly<Record<string, LeftOutReason>> = {
  audit_heads: 'derived',
  bank_claims: 'derived',
  expectation_days: 'derived',
  transaction_day_rollups: 'derived',
  transaction_rollups: 'derived',
  bank_files_told: 'passing',
  exception_requests: 'passing',
  integrator_requests: 'passing',
  live_messages: 'passing',
  notice_counters: 'passing',
  notice_places: 'passing',
  overdue_told: 'passing',
  silences_told: 'passing',
  bank_file_folders: 'platform',
  bank_holidays: 'platform',
  due_day_work: 'platform',
  mada_packages: 'platform',
  model_packages: 'platform',
  outbox_mails: 'platform',
  places: 'platform',
  platform_minutes: 'platform',
  platform_settings: 'platform',
  process_minutes: 'platform',
  processes: 'platform',
  rate_counters: 'platform',
  schema_migrations: 'platform',
  terminal_brands: 'platform',
  terminal_models: 'platform',
  vat_rates: 'platform',
  vendors: 'platform',
  mail_links: 'secret',
  otp_challenges: 'secret',
  passkey_challenges: 'secret',
  passkeys: 'secret',
  push_devices: 'secret',
  sessions: 'secret',
  sign_in_keys: 'secret',
  superseded_device_tokens: 'secret',
  terminal_directory: 'secret',
  trusted_devices: 'secret',
};

/** Columns of tables that are in it: secrets, leases and places on disks. Contents of documents are files of their own. */
export const secretColumns: Readonly<Record<string, string>> = {
  application_cashiers: 'password_hash',
  application_documents: 'draft_hash content',
  applications: 'draft_hash correction_hash correction_expires_at',
  arrived_statements: 'content',
  bank_files: 'folder_id lease_holder lease_until uuid',
  bulk_runs: 'lease',
  business_profiles: 'logo',
  chargeback_evidence: 'content',
  export_jobs: 'file_uuid reader',
  integrator_credentials: 'password_hash',
  integrator_keys: 'key_hash beginning',
  receipt_links: 'code',
  report_schedules: 'claimed_until',
  users: 'password_hash',
  webhook_addresses: 'secret_uuid former_secret_uuid former_secret_until',
  webhook_attempts: 'signature',
};
