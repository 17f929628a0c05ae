import { randomUUID } from 'node:crypto';
import { teamRoleOf } from '@mizan/contract/rights.ts';
import { addBank } from '../features/banks/banks.service.ts';
import { testBank } from '../features/banks/testing/test-bank.ts';
import { addRate } from '../features/discounts/discounts.service.ts';
import { pairingCodeHash } from '../features/terminals/pairing-code.ts';
import { type Database, inPlatform } from '../platform/database/database.ts';
import type { Member } from '../platform/http/call.ts';

/** A merchant with terminals that are not paired yet, and people who may take payments on them. */
export interface Shop {
  merchantId: string;
  branchId: string;
  owner: Member;
  terminals: ShopTerminal[];
}
export interface ShopTerminal {
  id: string;
  tid: string;
  enrolCode: string;
  /** The cashier of this very terminal. */
  cashier: Member;
}

const farAway = new Date('2100-01-01T00:00:00Z');
let tidsGiven = 0;
/** Numbers of eight digits, each given once in a run of tests. */
const nextTid = (): string => String(88_500_000 + ++tidsGiven);

const insertMerchant = `INSERT INTO merchants (uuid, name_en, name_ar, status)
  VALUES ($1, 'Diyar Coffee', 'قهوة ديار', 'ACTIVE') RETURNING id::text`;
const insertBranch = `INSERT INTO branches (merchant_id, code, name_en, name_ar)
  VALUES ($1, 'B1', 'Olaya', 'العليا') RETURNING id::text`;
const insertTerminal = `INSERT INTO terminals (merchant_id, tid, brand, manufacturer, model, branch_id)
  VALUES ($1, $2, 'PAX', 'PAX Technology', 'A920', $3) RETURNING id::text`;
const insertUser = `INSERT INTO users (merchant_id, role, username, full_name, password_hash, branch_id, terminal_id)
  VALUES ($1, $2, $3, $4, 'none', $5, $6) RETURNING id::text`;

const agreed = { vatBps: 1500, processingFeeMinor: 0, validFrom: '2020-01-01' } as const;
const agreedRates = [
  {
    ...agreed,
    scheme: 'Mada',
    mdrBps: 80,
    capLimitMinor: 4_000,
    paidWithin: { days: 1, kind: 'WORKING' },
  },
  {
    ...agreed,
    scheme: 'Visa',
    mdrBps: 240,
    capLimitMinor: null,
    paidWithin: { days: 3, kind: 'WORKING' },
  },
] as const;

export async function openShop(db: Database, terminalCount: number): Promise<Shop> {
  return inPlatform(db, async (tx) => {
    const id = async (text: string, values: unknown[]): Promise<string> =>
      (await tx.row<{ id: string }>(text, values))?.id ?? '';
    const merchantId = await id(insertMerchant, [randomUUID()]);
    const bankId = await addBank(tx, merchantId, testBank);
    for (const rate of agreedRates) await addRate(tx, merchantId, { ...rate, bankId });
    const branchId = await id(insertBranch, [merchantId]);
    const ownerId = await id(insertUser, [merchantId, 'MERCHANT', randomUUID(), 'Huda', null, null]);
    const terminals: ShopTerminal[] = [];
    for (let count = 0; count < terminalCount; count += 1) {
      const tid = nextTid();
      const enrolCode = `PAIR-${tid}`;
      const terminalId = await id(insertTerminal, [merchantId, tid, branchId]);
      const cashierId = await id(insertUser, [
        merchantId,
        'CASHIER',
        randomUUID(),
        'Sami',
        branchId,
        terminalId,
      ]);
      await tx.rows('UPDATE terminals SET cashier_id = $3 WHERE merchant_id = $1 AND id = $2', [
        merchantId,
        terminalId,
        cashierId,
      ]);
      await tx.rows(
        `INSERT INTO terminal_directory (tid, merchant_id, terminal_id, pairing_code_hash, pairing_code_expires_at)
         VALUES ($1, $2, $3, $4, $5)`,
        [tid, merchantId, terminalId, pairingCodeHash(enrolCode), farAway],
      );
      const cashier = memberAs({ merchantId, userId: cashierId, role: 'CASHIER', branchId, terminalId });
      terminals.push({ id: terminalId, tid, enrolCode, cashier });
    }
    const owner = memberAs({
      merchantId,
      userId: ownerId,
      role: 'MERCHANT',
      branchId: null,
      terminalId: null,
    });
    return { merchantId, branchId, owner, terminals };
  });
}

function memberAs(who: Pick<Member, 'merchantId' | 'userId' | 'role' | 'branchId' | 'terminalId'>): Member {
  return {
    ...who,
    fullName: who.role === 'CASHIER' ? 'Sami' : 'Huda',
    email: null,
    locale: 'en',
    authenticatedAt: new Date(),
    sessionId: '1',
    teamRole: teamRoleOf(who.role),
  };
}

/** Makes a terminal of a shop a test terminal, as one is that was added as such. */
export const asTestTerminal = (db: Database, { id, tid }: Pick<ShopTerminal, 'id' | 'tid'>): Promise<void> =>
  inPlatform(db, async (tx) => {
    await tx.change('UPDATE terminals SET is_test = true WHERE id = $1', [id]);
    await tx.change('UPDATE terminal_directory SET is_test = true WHERE tid = $1', [tid]);
  });
