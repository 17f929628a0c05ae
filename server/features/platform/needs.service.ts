import { type Health, type listJobKinds, type listMisfits, namedMax } from '@mizan/contract/platform.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import type { getWaitingApplications } from '@mizan/contract/waiting-applications.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inPlatform, inTenant, type Tx } from '../../platform/database/database.ts';
import { shopIsOpen } from '../alerts/silent.service.ts';
import { packageFit } from '../terminals/package-fit.ts';
import { saidFits } from '../terminals/terminals.service.ts';
import * as queries from './needs.queries.ts';

/** What needs an administrator, and what stands behind each (docs/decisions/0141-figures-of-the-platform.md). */
export interface PlatformDeps {
  readonly db: Database;
  readonly clock: Clock;
}

export interface WaitingJobs {
  readonly waiting: number;
  readonly oldestAt: Date | null;
  /** Of the oldest one. */
  readonly kind: string | null;
}

export async function waitingJobs(tx: Tx, now: Date): Promise<WaitingJobs> {
  const kinds = await queries.selectJobKinds(tx, now);
  const waiting = kinds.reduce((sum, kind) => sum + kind.waiting, 0);
  const [oldest] = kinds.filter(({ oldestAt }) => oldestAt !== null);
  return { waiting, oldestAt: oldest?.oldestAt ?? null, kind: oldest?.kind ?? null };
}

export const jobKinds = ({ db, clock }: PlatformDeps): Promise<RouteOutput<typeof listJobKinds>> =>
  inPlatform(db, async (tx) => ({
    rows: (await queries.selectJobKinds(tx, clock.now())).map(({ oldestAt, ...row }) => ({
      ...row,
      oldestAt: oldestAt?.toISOString() ?? null,
    })),
  }));

const modelOf = ({ brand, model }: queries.Installed): string => `${brand} ${model}`;
async function misfitsOf(tx: Tx): Promise<(queries.Installed & { needed: string[] })[]> {
  const said = await saidFits(tx);
  return (await queries.selectInstalled(tx)).flatMap((each) => {
    const { packageFit: fit, packagesNeeded: needed } = packageFit(each, said);
    return fit === 'DOES_NOT_FIT' ? [{ ...each, needed }] : [];
  });
}
const sumOf = (misfits: readonly queries.Installed[]): number =>
  misfits.reduce((sum, { count }) => sum + count, 0);

export const misfits = ({ db }: PlatformDeps): Promise<RouteOutput<typeof listMisfits>> =>
  inPlatform(db, async (tx) => {
    const found = await misfitsOf(tx);
    const rows: RouteOutput<typeof listMisfits>['rows'] = [];
    for (const each of found) {
      if (rows.length >= namedMax) break;
      const what = {
        model: modelOf(each),
        madaPackage: each.madaPackage,
        needed: each.needed,
      };
      rows.push(...(await queries.selectInstalledOn(tx, each)).map((row) => ({ ...row, ...what })));
    }
    return { rows: rows.slice(0, namedMax), total: sumOf(found) };
  });

/** Those of whom none is connected although they are open, each asked by the merchant's own hours. */
async function silentMerchants({ db, clock }: PlatformDeps): Promise<Health['needs']['silent']> {
  const now = clock.now();
  const silent = await inPlatform(db, (tx) => queries.selectSilentMerchants(tx, now));
  const open: Health['needs']['silent'] = [];
  for (const { since, ...merchant } of silent) {
    if (!(await inTenant(db, merchant.merchantId, (tx) => shopIsOpen(tx, now)))) continue;
    open.push({ ...merchant, since: since.toISOString() });
  }
  return open;
}

/** `lateJobs` are those that wait, where the oldest is beyond its limit. */
export async function needsOf(deps: PlatformDeps, lateJobs: WaitingJobs | null): Promise<Health['needs']> {
  const silent = await silentMerchants(deps);
  return inPlatform(deps.db, async (tx) => {
    const applications = await queries.countApplications(tx);
    const found = await misfitsOf(tx);
    const [most] = found;
    return {
      jobs: lateJobs && { ...lateJobs, oldestAt: lateJobs.oldestAt?.toISOString() ?? null },
      applications: applications?.oldestAt
        ? { count: applications.count, oldestAt: applications.oldestAt.toISOString() }
        : null,
      misfits: most ? { count: sumOf(found), model: modelOf(most), madaPackage: most.madaPackage } : null,
      silent,
    };
  });
}

/** Applications that wait for us, not for the applicant, and merchants that are approved. */
export const waitingApplications = ({
  db,
}: PlatformDeps): Promise<RouteOutput<typeof getWaitingApplications>> =>
  inPlatform(db, async (tx) => ({
    count: (await queries.countApplications(tx))?.count ?? 0,
    merchants: await queries.countApproved(tx),
  }));
