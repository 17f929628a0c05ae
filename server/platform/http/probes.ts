import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../database/database.ts';
import { notFound } from '../failure.ts';
import type { Metrics } from '../metrics.ts';
import type { VirusScanner } from '../scanner/virus-scanner.ts';
import { hostNameOf, isLocalName } from './origin.ts';

const readyTimeoutMs = 2_000;

export interface ProbeDeps {
  db: Database;
  metrics: Metrics;
  version: string;
  publicUrl: URL | null;
  /** Null where nobody set one. */
  scanner: VirusScanner | null;
  /** Whether the schema is as new as this program; false stops traffic, not the process. */
  isMigrated: () => Promise<boolean>;
  /** What is to be said of the folder of uploaded bank files: 'ok', or what is wrong with it. */
  bankFiles: () => Promise<string>;
}

/** The answer, or the other one where it does not come in time or is an error. */
async function inTime<T>(answer: Promise<T>, otherwise: T): Promise<T> {
  const late = new Promise<T>((resolve) => {
    AbortSignal.timeout(readyTimeoutMs).addEventListener('abort', () => resolve(otherwise));
  });
  return Promise.race([answer, late]).catch(() => otherwise);
}

/** Both roles of the database answer. */
async function databaseAnswers(db: Database): Promise<boolean> {
  await Promise.all([db.app.query('SELECT 1'), db.platform.query('SELECT 1')]);
  return true;
}

/**
 * Whether somebody on the inside asks: by the process's own address, and not through the proxy that stands
 * before the public one. Without a public address only this machine is inside.
 */
function isInside({ headers }: FastifyRequest, publicUrl: URL | null): boolean {
  const name = hostNameOf(headers.host ?? '');
  if (publicUrl === null || isLocalName(publicUrl.hostname)) return isLocalName(name);
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  return name !== publicUrl.hostname && !isForwarded;
}

/**
 * GET /health: the process runs. GET /ready: it can serve, with each condition by name; a scanner that is away and a
 * folder of bank files that is not shared are told and take nobody out of service, because documents and bank files
 * alone wait for them. GET /metrics: for Prometheus on the
 * inside; who comes by the public address, or through its proxy, finds nothing there.
 */
export function registerProbes(app: FastifyInstance, deps: ProbeDeps): void {
  app.get('/health', async () => ({ status: 'ok', version: deps.version }));

  app.get('/ready', async (_request, reply) => {
    const [database, migrations, bankFiles, scanner] = await Promise.all([
      inTime(databaseAnswers(deps.db), false),
      inTime(deps.isMigrated(), false),
      inTime(deps.bankFiles(), 'unknown'),
      deps.scanner?.answers(),
    ]);
    const ready = database && migrations;
    return reply.code(ready ? 200 : 503).send({ ready, database, migrations, bankFiles, scanner });
  });

  app.get('/metrics', async (request, reply) => {
    if (!isInside(request, deps.publicUrl)) throw notFound();
    const text = await deps.metrics.text();
    return reply.type(deps.metrics.contentType).header('cache-control', 'no-store').send(text);
  });
}
