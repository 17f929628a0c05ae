import type { ErrorDetails } from '@mizan/contract/errors.ts';
import type { AnyRoute } from '@mizan/contract/route.ts';
import { isStorable } from '@mizan/contract/storable-text.ts';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { Failure } from '../failure.ts';
import { httpLimits } from './limits.ts';

export interface ParsedInput {
  params: unknown;
  query: unknown;
  body: unknown;
}

type Part = keyof ParsedInput;

/** A misspelt field of a JSON body is refused and not passed over; forms come from browsers, with extras. */
function bodySchema({ body, bodyKind = 'json' }: AnyRoute): z.ZodType | undefined {
  return body instanceof z.ZodObject && bodyKind === 'json' ? body.strict() : body;
}

/** 'body.amountMinor': 'Too small: expected number to be >=1'. Says what was wanted, never what came. */
function problemsOf(part: Part, error: z.ZodError): ErrorDetails {
  const named = error.issues.slice(0, httpLimits.namedProblems);
  return Object.fromEntries(named.map((issue) => [[part, ...issue.path].join('.'), issue.message]));
}

/** Whether a text in it is one that no column takes. What was parsed is no deeper than its schema. */
function holdsUnstorable(value: unknown): boolean {
  if (typeof value === 'string') return !isStorable(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsUnstorable);
}

function parsePart(part: Part, schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value);
  if (parsed.success) {
    if (!holdsUnstorable(parsed.data)) return parsed.data;
    throw new Failure('badRequest', `The ${part} holds characters that cannot be kept.`);
  }
  const details = problemsOf(part, parsed.error);
  throw new Failure(
    'badRequest',
    `The request is not as it should be: ${Object.keys(details).join(', ')}`,
    details,
  );
}

/**
 * A route's parser: params, query and body as the contract's schemas give them. An upload's body is the
 * stream itself, limited in size but not parsed. Throws Failure('badRequest') naming each field.
 */
export function inputParser(route: AnyRoute): (request: FastifyRequest) => ParsedInput {
  const body = bodySchema(route);
  return (request) => ({
    params: parsePart('params', route.params, request.params),
    query: parsePart('query', route.query, request.query),
    body: route.bodyKind === 'upload' ? request.body : parsePart('body', body, request.body),
  });
}
