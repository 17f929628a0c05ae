import { createHash } from 'node:crypto';
import { type Database, inPlatform, type Tx } from '../database/database.ts';
import {
  beforeAllChains,
  type LinkRow,
  selectEnds,
  selectHead,
  selectLinks,
  selectNextChain,
} from './audit.queries.ts';

/** What the walk along a chain found. */
export interface ChainReport {
  /** A merchant's id, or '0' for the platform's own chain. */
  chain: string;
  /** How many entries there are, and how the last one ends: kept elsewhere, they prove the chain later. */
  count: number;
  hash: string;
  /** The first entry that is not as it was written, and why; null where all are. */
  broken: { id: number; why: ChainFault } | null;
}

export type ChainFault =
  /** An entry was taken out, or put in. */
  | 'missing'
  /** It does not follow the one before it. */
  | 'unchained'
  /** What it says is not what it said. */
  | 'changed'
  /** The chain ends before, or behind, the place that its head names. */
  | 'cut'
  /** It no longer is what somebody noted of it earlier. */
  | 'unlikeNoted';

/** What somebody noted of a chain: 'count' entries, the last of which ended in 'hash' (hexadecimal). */
export interface NotedHead {
  chain: string;
  count: number;
  hash: string;
}

const pageRows = 5_000;

const hashOf = ({ content }: LinkRow, prevHash: Buffer): Buffer =>
  createHash('sha256').update(prevHash).update(content).digest();

/**
 * Walks every chain from its first entry to where its head stood when it came to it. Writers need not stop: entries
 * are only ever added, and what is added meanwhile stands behind that place. `noted` also finds what was written anew
 * whole, head and all, by somebody who owns the database.
 */
export async function verifyAudit(db: Database, noted: readonly NotedHead[] = []): Promise<ChainReport[]> {
  return inPlatform(db, async (tx) => {
    await tx.change('SET TRANSACTION READ ONLY');
    const reports: ChainReport[] = [];
    const verify = async (chain: string): Promise<void> => {
      const known = noted.filter((each) => each.chain === chain);
      reports.push(await verifyChain(tx, chain, known));
    };
    for (let chain = await selectNextChain(tx, beforeAllChains); chain !== null; ) {
      await verify(chain);
      chain = await selectNextChain(tx, chain);
    }
    const gone = noted.filter(({ chain }) => !reports.some((report) => report.chain === chain));
    for (const chain of new Set(gone.map((each) => each.chain))) await verify(chain);
    return reports;
  });
}

async function verifyChain(tx: Tx, chain: string, noted: readonly NotedHead[]): Promise<ChainReport> {
  let [count, hash]: [number, Buffer] = [0, Buffer.alloc(0)];
  const report = (id: number, why: ChainFault): ChainReport => ({
    chain,
    count,
    hash: hash.toString('hex'),
    broken: { id, why },
  });
  const head = (await selectHead(tx, chain)) ?? { count: 0, hash };
  for (;;) {
    const links = await selectLinks(tx, chain, { after: count, upTo: head.count, limit: pageRows });
    for (const link of links) {
      const why = faultOf(link, count, hash);
      if (why) return report(why === 'missing' ? count + 1 : link.id, why);
      [count, hash] = [link.id, link.hash];
      const unlike = noted.some((each) => each.count === count && each.hash !== hash.toString('hex'));
      if (unlike) return report(count, 'unlikeNoted');
    }
    if (links.length < pageRows) break;
  }
  if (count !== head.count || !hash.equals(head.hash)) return report(Math.min(count, head.count) + 1, 'cut');
  const ends = await selectEnds(tx, chain);
  if (ends.last !== ends.count) return report(Math.min(ends.last, ends.count) + 1, 'cut');
  if (noted.some((each) => each.count > count)) return report(count + 1, 'unlikeNoted');
  return { chain, count, hash: hash.toString('hex'), broken: null };
}

function faultOf(link: LinkRow, count: number, hash: Buffer): ChainFault | null {
  if (link.id !== count + 1) return 'missing';
  if (!link.prevHash.equals(hash)) return 'unchained';
  return hashOf(link, hash).equals(link.hash) ? null : 'changed';
}
