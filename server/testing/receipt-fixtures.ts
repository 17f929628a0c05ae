import * as business from '@mizan/contract/business.ts';
import * as receipts from '@mizan/contract/receipts.ts';
import { pngOf } from '../platform/scanner/testing/document-files.ts';
import { byId, naming, plain, type RouteFixture } from './fixture-kinds.ts';

/** Receipts and the logo that stands on them. */
export const receiptFixtures: readonly RouteFixture[] = [
  naming(receipts.getReceipt, [byId('transactions')]),
  naming(receipts.downloadReceipt, [byId('transactions')]),
  naming(receipts.makeReceiptLink, [byId('transactions')]),
  naming(receipts.revokeReceiptLink, [byId('transactions')]),
  naming(
    receipts.mailReceipt,
    [byId('transactions', { body: { email: 'noura@example.com', lang: 'ar' } })],
    {},
    { email: 'noura', lang: 'ar' },
    { email: 'noura@example.com', lang: 'fr' },
  ),
  plain(business.setLogo, { body: pngOf(16, 16) }),
  plain(business.getLogo, { params: { version: '0'.repeat(16) } }),
  plain(receipts.openLogo, { params: { code: 'A'.repeat(27), version: '0'.repeat(16) } }),
  plain(receipts.openReceipt, { params: { code: 'A'.repeat(27) } }),
];
