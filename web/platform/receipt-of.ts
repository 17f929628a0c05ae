import { getLogo } from '@mizan/contract/business.ts';
import { getReceipt, type Receipt, whyNoSlip } from '@mizan/contract/receipts.ts';
import type { TransactionDetail } from '@mizan/contract/transactions.ts';
import { useQuery } from '@tanstack/react-query';
import { usePicture } from './picture.ts';
import { routeQuery } from './query-client.ts';

/** The receipt of a payment that has a slip, read anew once the payment is as it was told; null until then, and where there is none. */
export function useReceiptOf(payment: TransactionDetail | null): Receipt | null {
  const isThere = payment !== null && whyNoSlip(payment) === null;
  const { data } = useQuery({
    ...routeQuery(getReceipt, { params: { id: payment?.id ?? '' } }),
    enabled: isThere,
    refetchOnMount: 'always',
  });
  return (isThere && data) || null;
}

/** The logo that a receipt is drawn with, as an address that an `img` takes. */
export function useLogoOf(receipt: Receipt | null): string | null {
  const version = receipt?.logoVersion ?? null;
  return usePicture(getLogo, version === null ? null : { version }).address;
}
