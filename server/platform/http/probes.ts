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
}

/** False where the answer does not come in time, or is an error. */
async function holds(condition: Promise<boolean>): Promise<boolean> {
  const late = new Promise<false>((resolve) => {
    AbortSignal.timeout(readyTimeoutMs).addEventListener('abort', () => resolve(false));
  });
  return Promise.race([condition, late]).catch(() => false);
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
 * GET /health: the process runs. GET /ready: it can serve, with each condition by name; a scanner that is away is
 * told and takes nobody out of service, because documents alone wait for it. GET /metrics: for Prometheus on the
 * inside; who comes by the public address, or through its proxy, finds nothing there.
 */
export function registerProbes(app: FastifyInstance, deps: ProbeDeps): void {
  app.get('/health', async () => ({ status: 'ok', version: deps.version }));

  app.get('/ready', async (_request, reply) => {
    const [database, migrations, scanner] = await Promise.all([
      holds(databaseAnswers(deps.db)),
      holds(deps.isMigrated()),
      deps.scanner?.answers(),
    ]);
    const ready = database && migrations;
    return reply.code(ready ? 200 : 503).send({ ready, database, migrations, scanner });
  });

  app.get('/metrics', async (request, reply) => {
    if (!isInside(request, deps.publicUrl)) throw notFound();
    const text = await deps.metrics.text();
    return reply.type(deps.metrics.contentType).header('cache-control', 'no-store').send(text);
  });
}
