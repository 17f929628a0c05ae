import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import { notFound } from '../../platform/failure.ts';
import { hostNameOf, isLocalName } from '../../platform/http/origin.ts';
import { sendPage } from '../../platform/http/security-headers.ts';
import { findNewest } from '../../platform/mail/outbox.queries.ts';
import { type OutboxMessage, outboxPage } from './outbox.page.ts';

const shownMails = 100;

async function newestMessages(db: Database): Promise<OutboxMessage[]> {
  const rows = await findNewest(db, shownMails);
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

/** Codes and links are keys to accounts: whoever does not ask this machine by a name of its own finds nothing. */
function refuseOthers({ headers }: FastifyRequest): void {
  if (!isLocalName(hostNameOf(headers.host ?? ''))) throw notFound();
}

const wantsPage = ({ headers }: FastifyRequest): boolean => /\btext\/html\b/.test(headers.accept ?? '');

/**
 * GET /demo/outbox: what the demo would have sent, newest first, as JSON; as a page for browsers, and under
 * /demo/outbox.html for everybody. Registered in the demo alone (rules D9).
 */
export function registerOutbox(app: FastifyInstance, db: Database): void {
  app.get('/demo/outbox', async (request, reply) => {
    refuseOthers(request);
    const messages = await newestMessages(db);
    reply.header('vary', 'accept').header('cache-control', 'no-store');
    return wantsPage(request)
      ? sendPage(reply, (nonce) => outboxPage(messages, nonce))
      : reply.send({ messages });
  });
  app.get('/demo/outbox.html', async (request, reply) => {
    refuseOthers(request);
    const messages = await newestMessages(db);
    return sendPage(reply, (nonce) => outboxPage(messages, nonce));
  });
}
