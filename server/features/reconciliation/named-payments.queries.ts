import { type Tx, tenantIn } from '../../platform/database/database.ts';
import type { TrialScope } from '../../reconciliation/evidence/trial-scope.ts';
import { copyPaymentsOf, quotedDay } from './portal-side.queries.ts';

const uuidShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Payments by what a sample of lines names: their RRNs, references, or days and amounts, and what was taken back of them.
 * Served by transactions_by_rrn, _by_original, _by_order, the key of uuid, and transactions_by_day. COPY takes no parameters,
 * so every value is written as a literal of its own kind.
 */
export function copyNamedPayments(tx: Tx, scope: TrialScope): AsyncGenerator<Uint8Array> {
  const own = `t.merchant_id = ${tenantIn(tx)}`;
  const texts = (values: readonly string[]): string =>
    `ARRAY[${values.map((value) => tx.client.escapeLiteral(value.replaceAll('\0', ''))).join(', ')}]::text[]`;
  const parts: string[] = [];
  const ask = (condition: string): void =>
    void parts.push(`SELECT t.id FROM transactions t WHERE ${own} AND ${condition}`);
  // Banks print a refund under the RRN, or the reference, of the purchase that it takes back.
  const askWithRefunds = (condition: string): void => {
    ask(condition);
    parts.push(`SELECT r.id FROM transactions r WHERE r.merchant_id = ${tenantIn(tx)} AND r.original_id IN (
      SELECT t.id FROM transactions t WHERE ${own} AND ${condition})`);
  };
  if (scope.rrns.length > 0) askWithRefunds(`t.rrn = ANY (${texts(scope.rrns)})`);
  const uuids = scope.references.filter((text) => uuidShape.test(text));
  if (uuids.length > 0) askWithRefunds(`t.uuid = ANY (${texts(uuids)}::uuid[])`);
  if (scope.references.length > 0) askWithRefunds(`t.order_ref = ANY (${texts(scope.references)})`);
  if (scope.days.length > 0 && scope.amountsMinor.length > 0) {
    const days = scope.days.map(quotedDay).join(', ');
    const amounts = scope.amountsMinor.filter(Number.isSafeInteger).join(', ');
    ask(
      `t.business_day = ANY (ARRAY[${days}]::date[]) AND t.amount_minor = ANY (ARRAY[${amounts}]::bigint[])`,
    );
  }
  return copyPaymentsOf(tx, parts.join(' UNION ') || 'SELECT NULL::bigint WHERE false');
}
