import { Readable, Transform } from 'node:stream';
import multipart from '@fastify/multipart';
import type { AnyRoute, BodyKind } from '@mizan/contract/route.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '../failure.ts';
import { httpLimits } from './limits.ts';

const mediaTypes: Readonly<Record<BodyKind, readonly string[]>> = {
  json: ['application/json'],
  form: ['application/x-www-form-urlencoded', 'multipart/form-data'],
  upload: ['application/octet-stream'],
};

const tooLarge = (): Failure =>
  new Failure('tooLarge', 'The file is larger than this call takes.', { limitBytes: httpLimits.uploadBytes });

/** The same stream, failing once more has come than an upload may hold, whatever its header promised. */
function limited(payload: Readable, limitBytes: number): Readable {
  let seenBytes = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seenBytes += chunk.length;
      if (seenBytes > limitBytes) done(tooLarge());
      else done(null, chunk);
    },
  });
  // An upload that is cut in the middle must fail the reader too: pipe() alone would leave it waiting.
  const cutOff = (): void => {
    if (!payload.readableEnded) counter.destroy(new Failure('badRequest', 'The upload was cut off.'));
  };
  payload.on('error', cutOff).on('close', cutOff);
  return payload.pipe(counter);
}

/** Teaches Fastify the three kinds of bodies; everything else is refused as unreadable. */
export async function registerBodies(app: FastifyInstance): Promise<void> {
  app.removeContentTypeParser('text/plain');
  await app.register(multipart, {
    limits: { files: 0, fields: httpLimits.formFields, fieldSize: httpLimits.formBytes },
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: httpLimits.formBytes },
    (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(text as string))),
  );
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) =>
    done(null, limited(payload, httpLimits.uploadBytes)),
  );
}

/**
 * Reads a form that was sent as multipart. Only here, where a route takes one: read for every path, whatever was cut or
 * is no multipart at all would be a fault of ours. Throws Failure('badRequest') for such.
 */
export async function readMultipart(request: FastifyRequest): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {};
  try {
    for await (const part of request.parts()) {
      // A name that comes twice is not one of both by chance: the schema refuses the list.
      if (part.type === 'field') {
        fields[part.fieldname] = part.fieldname in fields ? [fields[part.fieldname], part.value] : part.value;
      }
    }
  } catch (error) {
    if (typeof (error as { statusCode?: unknown }).statusCode === 'number') throw error;
    throw new Failure('badRequest', 'The body could not be read.');
  }
  return fields;
}

/** Refuses, before it is read, a body of another kind than the route's, and an upload that says it is too large. */
export function checkBodyKind(route: AnyRoute, request: FastifyRequest): void {
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (!route.body || (type === undefined && route.bodyKind !== 'upload')) return;
  const wanted = mediaTypes[route.bodyKind ?? 'json'];
  if (type === undefined || !wanted.includes(type)) {
    throw new Failure('badRequest', `Send the body as ${wanted.join(' or ')}.`);
  }
  const length = Number(request.headers['content-length'] ?? 0);
  if (route.bodyKind === 'upload' && length > httpLimits.uploadBytes) throw tooLarge();
}

/**
 * Ends a connection whose body does not come: a slow one costs its sender nothing and keeps a connection for
 * itself. An upload that is being read has the time of its whole request; one that was refused has not.
 */
export function limitBodyTime(request: FastifyRequest, timeoutMs: number): void {
  const { raw } = request;
  if (raw.headers['content-length'] === undefined && raw.headers['transfer-encoding'] === undefined) return;
  const timer = setTimeout(() => {
    if (!raw.complete && !(request.body instanceof Readable)) raw.destroy();
  }, timeoutMs);
  const stop = (): void => clearTimeout(timer);
  raw.once('end', stop).once('close', stop);
}
