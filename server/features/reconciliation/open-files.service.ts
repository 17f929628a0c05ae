import type { BankNames } from '@mizan/contract/bank-names.ts';
import type { Claim } from '@mizan/contract/claim.ts';
import type { Verdict } from '@mizan/contract/verdicts.ts';
import type { Tx } from '../../platform/database/database.ts';
import { selectOpenBankFiles } from './bank-files.queries.ts';
import { toClaimOf } from './open-differences.ts';

/** A bank file that asks for a person. */
export interface OpenFile {
  bankFileId: string;
  fileName: string;
  bankName: string;
  bank: BankNames | null;
  firstDay: string | null;
  lastDay: string | null;
  /** Null where its columns wait to be confirmed. */
  verdict: Verdict | null;
  toClaim: Claim[];
  linesRead: number;
  at: Date;
}

/** The first of the files that ask for a person, unbalanced ones before others and newer ones first, and their number. */
export async function openBankFiles(tx: Tx, limit: number): Promise<{ files: OpenFile[]; total: number }> {
  const { rows, total } = await selectOpenBankFiles(tx, limit);
  const files = rows.map((record) => ({
    bankFileId: record.id,
    fileName: record.fileName,
    bankName: record.bankName,
    bank: record.bank,
    firstDay: record.firstDay,
    lastDay: record.lastDay,
    verdict: record.verdict,
    toClaim: toClaimOf(record),
    linesRead: record.linesRead,
    at: record.finishedAt ?? record.createdAt,
  }));
  return { files, total };
}
