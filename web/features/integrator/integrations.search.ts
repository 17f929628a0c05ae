import type { WebhookFact } from '@mizan/contract/facts.ts';
import { webhookFacts } from '@mizan/contract/webhook-facts.ts';
import { useAddress } from '../../platform/address.ts';
import { listOf, oneOf, readFields, rowId } from '../../platform/search.ts';

/** What the deliveries are narrowed to, and what is open beside them: all in the address. */
interface IntegrationsSearch {
  fact?: WebhookFact[];
  only?: 'missing';
  /** A webhook address: what is open, and whose deliveries alone are listed. */
  addressId?: string;
  /** A delivery. */
  open?: string;
}

const readSearch = (raw: Record<string, unknown>): IntegrationsSearch =>
  readFields<IntegrationsSearch>(raw, {
    fact: listOf(oneOf(webhookFacts)),
    only: oneOf(['missing'] as const),
    addressId: rowId,
    open: rowId,
  });

export const useIntegrationsSearch = () => useAddress(readSearch);
export type IntegrationsState = ReturnType<typeof useIntegrationsSearch>;
