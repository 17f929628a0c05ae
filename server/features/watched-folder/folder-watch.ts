import { besideEachOther } from '@mizan/contract/apart.ts';
import type { DropReason } from '@mizan/contract/watched-folder.ts';
import { inTenant } from '../../platform/database/database.ts';
import { isDatabaseUnavailable } from '../../platform/database/unavailable.ts';
import { happened } from '../../platform/facts/facts.ts';
import { Failure } from '../../platform/failure.ts';
import type { Logger } from '../../platform/log.ts';
import { wordsFor } from '../../platform/words.ts';
import { runningBankFile } from '../reconciliation/named-by-verdict.service.ts';
import { type Sender, type UploadDeps, uploadBankFile } from '../reconciliation/reconciliation.service.ts';
import {
  bytesOfDropped,
  type DroppedFile,
  droppedIn,
  headOfDropped,
  isOwnFolder,
  isUsable,
  moveToDone,
  moveToRefused,
} from './dropped-files.ts';
import { insertRefusedDrop } from './refused-drops.queries.ts';
import { selectWatchedMerchants, type WatchedMerchant } from './watched-folder.queries.ts';
import { folderBelow } from './watched-folder.service.ts';

/** Tells statements of accounts from files of payments by their content, and takes them. */
export interface StatementTaker {
  /** Larger ones are refused. */
  bytesMax: number;
  /** How much of a larger file is read to tell whether it is one. */
  headBytes: number;
  /** Whether a larger file is one, by its first `headBytes` bytes. One that is not clear is none. */
  isLarge(by: Sender, head: Buffer): Promise<boolean>;
  /** 'FULL': too many wait for a person, so that it stays in the folder. The same bytes again change nothing. */
  take(by: Sender, file: { fileName: string; bytes: Buffer }): Promise<'TAKEN' | 'NOT_STATEMENT' | 'FULL'>;
}

interface WatchDeps extends UploadDeps {
  log: Logger;
  root: string;
  statements: StatementTaker;
}

/** Whoever writes a file in place has to write on within this time, or it is taken as it is. */
const lookMs = 30_000;

export interface FolderWatch {
  /** Looks at all folders once. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Looks at the folders of merchants. A file is taken once two looks found it the same; its bytes are one bank file, however often
 * they come and by whichever process, so a portal that ends between taking and moving takes it again and doubles nothing.
 */
export function watchFolders(deps: WatchDeps): FolderWatch {
  const stopping = new AbortController();
  // What was read once and is no statement: it may wait here for long while other bank files are read.
  const ofPayments = new Set<string>();
  // By merchant: what the last look saw, so that a file is known to have stayed as it is.
  let seen = new Map<string, ReadonlySet<string>>();
  let looking: Promise<void> | null = null;

  async function lookAt(
    merchant: WatchedMerchant,
    before: ReadonlySet<string>,
  ): Promise<ReadonlySet<string>> {
    const folder = folderBelow(deps.root, merchant.merchantId);
    if (!(await isOwnFolder(folder)) || !(await isUsable(folder))) return new Set();
    const files = await droppedIn(folder);
    const keyOf = ({ name, mark }: DroppedFile): string => `${name}\n${mark}`;
    for (const file of files.filter((each) => before.has(keyOf(each)))) {
      if (stopping.signal.aborted) break;
      if (!(await takeFile({ ...deps, ofPayments }, merchant, folder, file))) break;
    }
    return new Set(files.map(keyOf));
  }

  async function lookAtAll(): Promise<void> {
    const now = new Map<string, ReadonlySet<string>>();
    for (const merchant of await selectWatchedMerchants(deps.db)) {
      if (stopping.signal.aborted) return;
      const { merchantId } = merchant;
      const found = await lookAt(merchant, seen.get(merchantId) ?? new Set()).catch((error: unknown) => {
        if (isDatabaseUnavailable(error)) throw error;
        deps.log.error({ err: error, merchantId }, 'a watched folder cannot be used');
        return new Set<string>();
      });
      now.set(merchantId, found);
    }
    seen = now;
  }

  function look(): Promise<void> {
    looking ??= lookAtAll()
      .catch((error: unknown) => {
        if (!isDatabaseUnavailable(error))
          deps.log.error({ err: error }, 'the look at watched folders failed');
      })
      .finally(() => {
        looking = null;
      });
    return looking;
  }

  const timer = setInterval(() => void look(), lookMs);
  return {
    look,
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      await looking;
    },
  };
}

/** As many files are known to be of payments; then all are read once more. */
const ofPaymentsMax = 10_000;

/** Whether a file was a statement of an account and was taken, or stays because too many of them wait. */
async function asStatement(
  { statements, ofPayments }: TakingDeps,
  by: Sender,
  file: DroppedFile,
): Promise<'TAKEN' | 'NOT_STATEMENT' | 'FULL' | 'TOO_LARGE'> {
  const key = `${by.merchantId} ${file.mark}`;
  if (file.sizeBytes === 0 || ofPayments.has(key)) return 'NOT_STATEMENT';
  const isLarge = file.sizeBytes > statements.bytesMax;
  const came = isLarge
    ? (await statements.isLarge(by, await headOfDropped(file, statements.headBytes)))
      ? 'TOO_LARGE'
      : 'NOT_STATEMENT'
    : await statements.take(by, {
        fileName: nameOf(file),
        bytes: Buffer.concat(await bytesOfDropped(file).toArray()),
      });
  if (ofPayments.size >= ofPaymentsMax) ofPayments.clear();
  if (came === 'NOT_STATEMENT') ofPayments.add(key);
  return came;
}

interface TakingDeps extends WatchDeps {
  ofPayments: Set<string>;
}

/** Takes a file, or refuses it; false where nothing more can be taken for this merchant now. */
async function takeFile(
  deps: TakingDeps,
  { merchantId, userId, fullName }: WatchedMerchant,
  folder: string,
  file: DroppedFile,
): Promise<boolean> {
  const by: Sender = { merchantId, userId, role: 'MERCHANT', fullName: besideEachOther(['SFTP', fullName]) };
  if (!file.isPlain) return refuse(deps, by, folder, file, 'notFile');
  try {
    const came = await asStatement(deps, by, file);
    if (came === 'FULL') return true;
    if (came === 'TOO_LARGE') return await refuse(deps, by, folder, file, 'statementTooLarge');
    if (came === 'TAKEN') {
      await moveToDone(folder, file, deps.clock.now());
      return true;
    }
    // One at a time: what waits is not read in vain at every look.
    if (await inTenant(deps.db, merchantId, (tx) => runningBankFile(tx))) return false;
    const body = bytesOfDropped(file);
    await uploadBankFile(deps, by, { fileName: nameOf(file), declaredBytes: file.sizeBytes, body });
  } catch (error) {
    const reason = reasonOf(error);
    // Another file runs by now, the disk is full, or this one changed while it was read: it is looked at again.
    if (reason === null && error instanceof Failure) return false;
    if (reason === null) throw error;
    return refuse(deps, by, folder, file, reason);
  }
  await moveToDone(folder, file, deps.clock.now());
  return true;
}

/** As an uploaded file is called: at most as long, and without signs that no text may have. */
const nameOf = ({ name }: DroppedFile): string => name.replaceAll(/\p{C}/gu, '_').slice(-255);

const reasons: readonly DropReason[] = ['format', 'tooLarge', 'empty'];
function reasonOf(error: unknown): DropReason | null {
  // Whoever wrote it lets nobody else read it.
  if ((error as NodeJS.ErrnoException).code === 'EACCES') return 'unreadable';
  if (!(error instanceof Failure)) return null;
  return reasons.find((each) => each === error.details?.['fileError']) ?? null;
}

async function refuse(
  deps: WatchDeps,
  by: Sender,
  folder: string,
  file: DroppedFile,
  reason: DropReason,
): Promise<boolean> {
  const at = deps.clock.now();
  if (!(await moveToRefused(folder, file, { at, reason, text: textOf(reason) }))) return true;
  await inTenant(deps.db, by.merchantId, async (tx) => {
    await insertRefusedDrop(tx, { fileName: nameOf(file), reason, at });
    await happened(tx, by, {
      fact: 'bankFiles.dropRefused',
      at,
      about: { type: 'merchant', id: by.merchantId },
      params: { fileName: nameOf(file), dropReason: reason },
    });
  });
  return true;
}

/** Beside the file, in both languages: nobody knows who looks at the folder. */
const textOf = (reason: DropReason): string =>
  (['ar', 'en'] as const)
    .map((language) =>
      wordsFor({ language, calendar: 'gregorian', digits: 'latin' }).text(`mails:dropRefused.${reason}`, {}),
    )
    .join('\n');
