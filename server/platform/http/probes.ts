import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/database.ts';
import { notFound } from '../failure.ts';
import type { Metrics } from '../metrics.ts';
import { hostNameOf, isLocalName } from './origin.ts';

const readyTimeoutMs = 2_000;

export interface ProbeDeps {
  db: Database;
  metrics: Metrics;
  version: string;
  publicUrl: URL | null;
  /** Whether this process found the schema at its newest migration; false stops traffic, not the process. */
  isMigrated: () => boolean;
}

/** Whether both roles of the database answer in time. */
async function databaseAnswers(db: Database): Promise<boolean> {
  const asked = Promise.all([db.app.query('SELECT 1'), db.platform.query('SELECT 1')]);
  const late = new Promise<false>((resolve) => {
    AbortSignal.timeout(readyTimeoutMs).addEventListener('abort', () => resolve(false));
  });
  return Promise.race([asked.then(() => true), late]).catch(() => false);
}

/**
 * GET /health: the process runs. GET /ready: it can serve, with each condition by name. GET /metrics: for
 * Prometheus on the inside; who comes by the public address finds nothing there.
 */
export function registerProbes(app: FastifyInstance, deps: ProbeDeps): void {
  app.get('/health', async () => ({ status: 'ok', version: deps.version }));

  app.get('/ready', async (_request, reply) => {
    const conditions = { database: await databaseAnswers(deps.db), migrations: deps.isMigrated() };
    const ready = Object.values(conditions).every(Boolean);
    return reply.code(ready ? 200 : 503).send({ ready, ...conditions });
  });

  app.get('/metrics', async (request, reply) => {
    const name = hostNameOf(request.headers.host ?? '');
    if (name === deps.publicUrl?.hostname && !isLocalName(name)) throw notFound();
    return reply.type(deps.metrics.contentType).send(await deps.metrics.text());
  });
}
