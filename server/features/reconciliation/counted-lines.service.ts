import type { listCountedLines as route } from '@mizan/contract/counted-lines.ts';
import { bankFileCan } from '@mizan/contract/reconciliation.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import { inTenant, inTenantBulk } from '../../platform/database/database.ts';
import { Failure } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { refusalFrom } from '../../reconciliation/read/file-refused.ts';
import { jobOf, paymentsToJudge } from './bank-file-job.ts';
import { hasFile } from './bank-file-on-disk.ts';
import type { BankFileRecord } from './bank-files.queries.ts';
import { oneAfterTheOther } from './in-turn.ts';
import type { KeptProposal, ReadBy } from './layout-proposal.ts';
import { findBankFile, notReady, type ReconciliationDeps } from './reconciliation.service.ts';

type Asked = RouteInput<typeof route>['query'];
type Page = RouteOutput<typeof route>;

/** Of the four connections that can COPY two are the runner's, and one is left for exports. */
const inTurn = oneAfterTheOther();

/**
 * What a row of the table of a file counts, read again from the kept file as the shown proposal was tried
 * (docs/decisions/0061-lines-before-the-verdict.md). Nothing of it is kept.
 * @throws Failure 'bankFileNotReady' where nothing of it was tried, or (details.fileError) this portal has not the file;
 * 'conflict' where another proposal stands since.
 */
export async function listCountedLines(
  deps: ReconciliationDeps,
  member: Member,
  id: string,
  { reading, ...row }: Asked,
  gone: AbortSignal,
): Promise<Page> {
  const record = await inTenant(deps.db, member.merchantId, (tx) => findBankFile(tx, id));
  const { layout, part, bankName, atMs } = readByOf(record, reading);
  if (!(await hasFile(deps.folder, record.uuid))) throw notReady(record, { fileError: 'gone' });
  const file = { bankFileId: record.id, uuid: record.uuid };
  return inTurn(gone, (signal) =>
    inTenantBulk(deps.db, member.merchantId, async (tx) => {
      const job = { ...(await jobOf(tx, deps, file, new Date(atMs), { part, bankName })), layout };
      return deps.engine.count(job, row, paymentsToJudge(tx, file, job), { signal });
    }),
  ).catch((error: unknown) => {
    const refusal = refusalFrom(error);
    if (!refusal) throw error;
    throw new Failure('unreadableFile', 'The file could not be read again.', { fileError: refusal.code });
  });
}

/** What the table was worked out by that a screen shows: of what stands, or of what is tried beside a verdict. */
function readByOf(record: BankFileRecord, reading: string): ReadBy {
  const { state, proposal, trial } = record;
  const tables = [proposal, trial?.proposal].filter(hasTable);
  if (!bankFileCan.confirmLayout(state) || tables.length === 0) throw notReady(record);
  const shown = tables.find((each) => each.reading === reading);
  if (shown) return shown.readBy;
  throw new Failure('conflict', 'How the file is read was tried anew since; ask for it again.');
}

const hasTable = (proposal: KeptProposal | null | undefined): proposal is KeptProposal & { readBy: ReadBy } =>
  Boolean(proposal?.whole && proposal.readBy);
