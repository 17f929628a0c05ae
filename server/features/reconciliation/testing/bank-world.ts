import type { BankFileEntry } from '@mizan/contract/bank-file-entry.ts';
import * as contract from '@mizan/contract/reconciliation.ts';
import { type BankFileDetail, uploadBankFile } from '@mizan/contract/reconciliation.ts';
import { expect } from 'vitest';
import { createLog } from '../../../platform/log.ts';
import { atFileEnd } from '../../../platform/testing/at-file-end.ts';
import { engineHere } from '../../../testing/engine-here.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';
import { exceptionBook } from '../../exceptions/exception-book.ts';
import { type MerchantWorld, makeMerchant } from '../../transactions/testing/merchant-world.ts';
import type { BankFileEngine } from '../bank-file-runner.deps.ts';
import { type BankFileRunner, startBankFileRunner } from '../bank-file-runner.ts';
import type { ExceptionBook } from '../exceptions.deps.ts';
import { asProposed } from './as-proposed.ts';
import { type Sale, type Sold, writeSales } from './sales.ts';

export { csvHeader, csvLineOf, csvOf, type Sold } from './sales.ts';

/** The portal with a merchant, a bank file runner on its folder, and hands for both. */
export interface BankWorld {
  portal: TestPortal;
  runner: BankFileRunner;
  merchant: MerchantWorld;
  token: string;
}

/** `engine`: the portal's own, in threads, where they are what is looked at. `exceptions`: those of an earlier version. */
export async function bankWorld(
  engine: BankFileEngine = engineHere,
  exceptions: ExceptionBook = exceptionBook,
): Promise<BankWorld> {
  const portal = await testPortal(new Date('2026-11-22T09:00:00Z'));
  const runner = runnerOf(portal, engine, exceptions);
  const merchant = await makeMerchant(portal.db);
  return { portal, runner, merchant, token: await portal.tokenOf(merchant.owner.userId) };
}

/** A bank file runner of a portal: its own, or another one after that was stopped. */
export function runnerOf(
  { db, clock, bankFiles }: TestPortal,
  engine: BankFileEngine = engineHere,
  exceptions: ExceptionBook = exceptionBook,
) {
  const runner = startBankFileRunner({
    db,
    clock,
    log: createLog('error'),
    folder: bankFiles,
    engine,
    exceptions,
  });
  atFileEnd(() => runner.stop());
  return runner;
}

/** Another merchant of the same portal, with a session. */
export async function anotherMerchant({ portal, runner }: BankWorld): Promise<BankWorld> {
  const merchant = await makeMerchant(portal.db);
  return { portal, runner, merchant, token: await portal.tokenOf(merchant.owner.userId) };
}

/** Writes payments of the world's merchant. */
export const sell = ({ portal, merchant }: BankWorld, sales: readonly Sale[]): Promise<Sold[]> =>
  writeSales(portal.db, merchant, sales);

/** Uploads and answers the response. */
export const upload = ({ portal, token }: BankWorld, content: string | Buffer, fileName = 'najd_pos.csv') =>
  portal.call(uploadBankFile, { query: { fileName }, body: Buffer.from(content) }, { token });

export async function detailOf({ portal, token }: BankWorld, id: string): Promise<BankFileDetail> {
  const answer = await portal.call(contract.getBankFile, { params: { id } }, { token });
  expect(answer.statusCode).toBe(200);
  return answer.json<BankFileDetail>();
}

/** Confirms a file as it is proposed to be read. */
export async function confirm(
  world: BankWorld,
  detail: BankFileDetail,
  remember = true,
  bankName = 'Najd Bank',
): Promise<void> {
  const { proposal } = detail;
  if (!proposal) throw new Error(`nothing waits to be confirmed: ${detail.state}`);
  const body = asProposed(proposal, bankName, remember);
  const answer = await world.portal.call(
    contract.confirmLayout,
    { params: { id: detail.id }, body },
    { token: world.token },
  );
  expect(answer.statusCode).toBe(200);
}

/** From the upload to the end that the bank file comes to by itself, its columns confirmed as found. */
export async function reconcile(
  world: BankWorld,
  content: string | Buffer,
  fileName?: string,
): Promise<BankFileDetail> {
  const answer = await upload(world, content, fileName);
  expect(answer.statusCode).toBe(201);
  const { id } = answer.json<{ bankFile: BankFileDetail }>().bankFile;
  await world.runner.idle();
  const detail = await detailOf(world, id);
  if (detail.state !== 'WAITING_LAYOUT') return detail;
  await confirm(world, detail);
  await world.runner.idle();
  return detailOf(world, id);
}

export async function entriesOf(
  { portal, token }: BankWorld,
  id: string,
  outcome: contract.EntryFilter = 'exceptions',
): Promise<BankFileEntry[]> {
  const answer = await portal.call(
    contract.listEntries,
    { params: { id }, query: { outcome, limit: 200 } },
    { token },
  );
  expect(answer.statusCode).toBe(200);
  return answer.json<{ rows: BankFileEntry[] }>().rows;
}
