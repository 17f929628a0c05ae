import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import { notFound } from '../../platform/failure.ts';
import { asDownload } from '../../platform/http/attachment.ts';
import { hostNameOf, isLocalName } from '../../platform/http/origin.ts';
import { sendPage } from '../../platform/http/security-headers.ts';
import { findAttachment, findAttachmentNames, findNewest } from '../../platform/mail/outbox.queries.ts';
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

/** The newest as a page, each with the name of the file that it brings along. */
async function asPage(db: Database): Promise<(nonce: string) => string> {
  const messages = await newestMessages(db);
  const named = await findAttachmentNames(
    db,
    messages.map(({ id }) => id),
  );
  const names = new Map(named.map(({ id, name }) => [id, name]));
  return (nonce) => outboxPage(messages, names, nonce);
}

const wantsPage = ({ headers }: FastifyRequest): boolean => /\btext\/html\b/.test(headers.accept ?? '');

/**
 * GET /demo/outbox: what the demo would have sent, newest first, as JSON; as a page for browsers, and under
 * /demo/outbox.html for everybody. Registered in the demo alone (rules D9).
 */
export function registerOutbox(app: FastifyInstance, db: Database): void {
  app.get('/demo/outbox', async (request, reply) => {
    refuseOthers(request);
    reply.header('vary', 'accept').header('cache-control', 'no-store');
    return wantsPage(request)
      ? sendPage(reply, await asPage(db))
      : reply.send({ messages: await newestMessages(db) });
  });
  app.get('/demo/outbox.html', async (request, reply) => {
    refuseOthers(request);
    return sendPage(reply, await asPage(db));
  });
  app.get<{ Params: { id: string } }>('/demo/outbox/:id/attachment', async (request, reply) => {
    refuseOthers(request);
    const { id } = request.params;
    const found = /^[1-9]\d{0,17}$/.test(id) ? await findAttachment(db, id) : null;
    if (!found) throw notFound();
    asDownload(reply.header('cache-control', 'no-store'), {
      name: found.name,
      mediaType: 'application/octet-stream',
    });
    return reply.send(found.content);
  });
}
