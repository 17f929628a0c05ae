import { firstStepsDays, type getFirstSteps } from '@mizan/contract/first-steps.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import { type Database, inTenant } from '../../platform/database/database.ts';
import { approvedAtOf } from '../onboarding/approval.service.ts';
import { countUnpaired } from '../terminals/terminals.service.ts';
import { type StepsDone, selectStepsDone } from './first-steps.queries.ts';

interface StepFacts extends StepsDone {
  /** Terminals in use that no device was ever paired with. */
  unpairedCount: number;
}

const dayMs = 24 * 60 * 60_000;

/**
 * Whether the list of first steps has had its time: all three are done; or what is missing is a terminal, long after the
 * approval. Who came without an application is no newcomer once there was a payment.
 */
export function areStepsOver(
  { tookPayment, readBankFile, unpairedCount }: StepFacts,
  approvedAt: Date | null,
  now: Date,
): boolean {
  if (approvedAt === null) return tookPayment;
  if (!tookPayment || !readBankFile) return false;
  return unpairedCount === 0 || now.getTime() - approvedAt.getTime() > firstStepsDays * dayMs;
}

/** How far a merchant is. */
export async function firstStepsOf(
  db: Database,
  merchantId: string,
  now: Date,
): Promise<RouteOutput<typeof getFirstSteps>> {
  const [facts, approvedAt] = await Promise.all([
    inTenant(db, merchantId, async (tx) => ({
      ...(await selectStepsDone(tx)),
      unpairedCount: await countUnpaired(tx),
    })),
    approvedAtOf(db, merchantId),
  ]);
  return {
    approvedAt: approvedAt?.toISOString() ?? null,
    tookPayment: facts.tookPayment,
    readBankFile: facts.readBankFile,
    isOver: areStepsOver(facts, approvedAt, now),
  };
}
