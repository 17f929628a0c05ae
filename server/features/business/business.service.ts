import type {
  BusinessBody,
  BusinessProfile,
  changeBusiness as changeRoute,
  ReceiptTexts,
  changeReceiptTexts as textsRoute,
} from '@mizan/contract/business.ts';
import type { RouteInput } from '@mizan/contract/route.ts';
import { standsAlready } from '../../platform/as-seen.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inPlatform, type Tx } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { holdMerchant, nameMerchant } from '../merchants/merchants.service.ts';
import { bareSlipOf } from '../receipts/slip.ts';
import { type BusinessRow, selectBusiness, storeReached, storeTexts } from './business.queries.ts';

/** What a merchant says of the own business (docs/decisions/0161-the-business-by-its-own-word.md). */
export interface BusinessDeps {
  readonly db: Database;
  readonly clock: Clock;
}

const bodyOf = (row: BusinessRow): BusinessBody => ({
  nameEn: row.nameEn,
  nameAr: row.nameAr,
  addressEn: row.addressEn,
  addressAr: row.addressAr,
  phone: row.phone,
  email: row.email,
  vatNumber: row.vatNumber,
});
const textsOf = ({ aboveAr, aboveEn, belowAr, belowEn }: BusinessRow): ReceiptTexts => ({
  aboveAr,
  aboveEn,
  belowAr,
  belowEn,
});

/** A payment that nobody made, at the first branch: all that a slip shows, so that its length is the usual one. */
const sampleOf = (row: BusinessRow, at: Date): BusinessProfile['sample'] =>
  bareSlipOf({
    ...row,
    merchantNameEn: row.nameEn,
    merchantNameAr: row.nameAr,
    merchantAddressEn: row.addressEn,
    merchantAddressAr: row.addressAr,
    branchNameEn: row.branchNameEn ?? '',
    branchNameAr: row.branchNameAr ?? '',
    branchAddressEn: row.branchAddressEn ?? '',
    branchAddressAr: row.branchAddressAr ?? '',
    id: '0',
    type: 'PURCHASE',
    status: 'APPROVED',
    amountMinor: 12_500,
    cashMinor: 0,
    currency: 'SAR',
    scheme: 'Mada',
    firstSix: '000000',
    lastFour: '0000',
    rrn: '000000000000',
    stan: '000000',
    approvalCode: '000000',
    providerCode: '00',
    actionCode: '000',
    refusal: null,
    tid: '00000000',
    createdAt: at,
    receipt: null,
    underReview: false,
    resultSeq: null,
    queryCount: 0,
  });

export async function rowOf(tx: Tx, merchantId: string): Promise<BusinessRow> {
  const row = await selectBusiness(tx, merchantId);
  if (!row) throw notFound();
  return row;
}

async function profileIn(tx: Tx, merchantId: string, at: Date): Promise<BusinessProfile> {
  const row = await rowOf(tx, merchantId);
  const { registeredName, cr } = row;
  return {
    ...bodyOf(row),
    registered: registeredName === null || cr === null ? null : { name: registeredName, cr },
    receiptTexts: textsOf(row),
    logoVersion: row.logoVersion,
    sample: sampleOf(row, at),
  };
}

/** What is on record, and a slip as it looks with it. */
export const businessOf = ({ db, clock }: BusinessDeps, { merchantId }: Member): Promise<BusinessProfile> =>
  inPlatform(db, (tx) => profileIn(tx, merchantId, clock.now()));

/** Says how the business is called and reached. What changes nothing is not written down. @throws Failure 'conflict' 'changedMeanwhile' */
export const changeBusiness = (
  { db, clock }: BusinessDeps,
  member: Member,
  { seen, ...body }: RouteInput<typeof changeRoute>['body'],
): Promise<BusinessProfile> =>
  inPlatform(db, async (tx) => {
    const { merchantId } = member;
    const at = clock.now();
    await holdMerchant(tx, merchantId);
    const before = bodyOf(await rowOf(tx, merchantId));
    if (!standsAlready(before, body, seen)) {
      await nameMerchant(tx, merchantId, body);
      await storeReached(tx, merchantId, body, at);
      const about = { type: 'merchant', id: merchantId } as const;
      await happened(tx, member, { fact: 'business.changed', at, about, params: body, was: before });
    }
    return profileIn(tx, merchantId, at);
  });

/** Says what receipts carry above and below; also those of earlier payments, which are written when they are asked for. @throws Failure 'conflict' 'changedMeanwhile' */
export const changeReceiptTexts = (
  { db, clock }: BusinessDeps,
  member: Member,
  { seen, ...texts }: RouteInput<typeof textsRoute>['body'],
): Promise<BusinessProfile> =>
  inPlatform(db, async (tx) => {
    const { merchantId } = member;
    const at = clock.now();
    await holdMerchant(tx, merchantId);
    const row = await rowOf(tx, merchantId);
    const before = textsOf(row);
    if (!standsAlready(before, texts, seen)) {
      await storeTexts(tx, merchantId, { ...texts, vatNumber: row.vatNumber }, at);
      const about = { type: 'merchant', id: merchantId } as const;
      const told = { params: texts, was: before };
      await happened(tx, member, { fact: 'business.receiptTextsChanged', at, about, ...told });
    }
    return profileIn(tx, merchantId, at);
  });
