import { randomUUID } from 'node:crypto';
import { type Database, inPlatform, type Tx } from '../../../platform/database/database.ts';
import type { Member } from '../../../platform/http/call.ts';
import { addBank } from '../../banks/banks.service.ts';
import { testBank } from '../../banks/testing/test-bank.ts';

/** A merchant with branches, terminals and cashiers, as a test or a bench needs one. */
export interface MerchantWorld {
  merchantId: string;
  branchIds: string[];
  /** In the order of their numbers; terminal i stands in branch i modulo the branches. */
  terminals: { id: string; tid: string; branchId: string }[];
  cashierIds: string[];
  owner: Member;
  /** Cashier i, bound to terminal i. */
  cashiers: Member[];
}

export interface WorldSize {
  branches?: number;
  terminals?: number;
  cashiers?: number;
}

const memberBase = {
  fullName: 'Sara Al-Qahtani',
  email: null,
  locale: 'en',
  authenticatedAt: new Date(0),
  sessionId: '1',
} as const;

async function ids(tx: Tx, sql: string, values: unknown[]): Promise<string[]> {
  return (await tx.rows<{ id: string }>(sql, values)).map((row) => row.id);
}

let terminalsMade = 0;

/** Writes a new merchant. Terminal numbers are unique in the database for as long as one process makes them. */
export function makeMerchant(db: Database, size: WorldSize = {}): Promise<MerchantWorld> {
  const { branches = 2, terminals = 3, cashiers = 2 } = size;
  return inPlatform(db, async (tx) => {
    const [merchantId = ''] = await ids(
      tx,
      `INSERT INTO merchants (uuid, name_en, name_ar) VALUES ($1, 'Diyar Coffee', 'قهوة ديار') RETURNING id::text`,
      [randomUUID()],
    );
    await addBank(tx, merchantId, testBank);
    const branchIds = await ids(
      tx,
      `INSERT INTO branches (merchant_id, code, name_en, name_ar)
       SELECT $1, 'B' || i, 'Branch ' || i, 'فرع ' || i FROM generate_series(1, $2::int) i RETURNING id::text`,
      [merchantId, branches],
    );
    const firstTid = 88_000_001 + terminalsMade;
    terminalsMade += terminals;
    const tids = Array.from({ length: terminals }, (_, i) => String(firstTid + i));
    const terminalBranches = tids.map((_, i) => branchIds[i % branches] ?? '');
    const terminalIds = await ids(
      tx,
      `INSERT INTO terminals (merchant_id, tid, brand, manufacturer, model, branch_id)
       SELECT $1, t.tid, 'PAX', 'PAX Technology', 'A920', t.branch
         FROM unnest($2::text[], $3::bigint[]) WITH ORDINALITY AS t (tid, branch, n) ORDER BY n RETURNING id::text`,
      [merchantId, tids, terminalBranches],
    );
    const cashierIds = await ids(
      tx,
      `INSERT INTO users (merchant_id, role, username, full_name, password_hash, branch_id, terminal_id)
       SELECT $1, 'CASHIER', 'cashier-' || $1::bigint || '-' || n, 'Cashier ' || n, '', branch, terminal
         FROM unnest($2::bigint[], $3::bigint[]) WITH ORDINALITY AS t (branch, terminal, n)
        WHERE n <= $4 ORDER BY n RETURNING id::text`,
      [merchantId, terminalBranches, terminalIds, cashiers],
    );
    const [ownerId = ''] = await ids(
      tx,
      `INSERT INTO users (merchant_id, role, email, full_name, password_hash)
       VALUES ($1, 'MERCHANT', $2, 'Sara Al-Qahtani', '') RETURNING id::text`,
      [merchantId, `owner-${merchantId}@mizan.test`],
    );
    return {
      merchantId,
      branchIds,
      terminals: terminalIds.map((id, i) => ({
        id,
        tid: tids[i] ?? '',
        branchId: terminalBranches[i] ?? '',
      })),
      cashierIds,
      owner: {
        ...memberBase,
        userId: ownerId,
        role: 'MERCHANT',
        teamRole: 'owner',
        merchantId,
        branchId: null,
        terminalId: null,
      },
      cashiers: cashierIds.map((userId, i) => ({
        ...memberBase,
        userId,
        role: 'CASHIER',
        teamRole: 'cashier',
        merchantId,
        branchId: terminalBranches[i] ?? null,
        terminalId: terminalIds[i] ?? null,
      })),
    };
  });
}
