import * as z from 'zod';
import { otpChallenge } from './auth.ts';
import { commonErrors, type ErrorCode, errorBody, errorStatus } from './errors.ts';
import { type RateClass, rateClasses } from './rate-classes.ts';
import { type AnyRoute, apiBase, type BodyKind } from './route.ts';

/** A JSON Schema as OpenAPI 3.1 takes it (draft 2020-12). */
export interface JsonSchema {
  [keyword: string]: unknown;
}
export interface OpenApiParameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  schema: JsonSchema;
}
interface MediaTypes {
  [mediaType: string]: { schema: JsonSchema };
}
export interface OpenApiOperation {
  operationId: string;
  summary: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters?: OpenApiParameter[];
  requestBody?: { required: boolean; content: MediaTypes };
  responses: Record<string, { description: string; content?: MediaTypes }>;
  /** Who may call: 'public' or roles. OpenAPI has no word for it. */
  'x-allow': AnyRoute['allow'];
  /** The right, whether a fresh sign-in is asked for, the scope of a key, and what makes a repeat safe. */
  'x-right'?: AnyRoute['right'];
  'x-fresh-sign-in'?: AnyRoute['freshSignIn'];
  'x-scope'?: AnyRoute['scope'];
  'x-idempotency'?: AnyRoute['idempotency'];
  /** How often one address may call it and its like, and within how many seconds. */
  'x-rate-limit'?: { class: string; most: number; seconds: number };
}
export interface OpenApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, JsonSchema> };
}

const json = 'application/json';
const errorRef: JsonSchema = { $ref: '#/components/schemas/Error' };

/** The document stands under one $schema of its own, and a format says all that its long pattern would. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.format) delete jsonSchema.pattern;
    },
  });
  return rest;
}

/** An error's own body; the 511 of sign-in carries its challenge beside code and message. */
const errorSchema = (): JsonSchema => schemaOf(errorBody, 'input');
const challengeSchema = (): JsonSchema =>
  schemaOf(otpChallenge.extend({ code: z.literal('otpRequired'), message: z.string() }), 'input');

function parametersOf(schema: z.ZodType | undefined, where: OpenApiParameter['in']): OpenApiParameter[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: field,
  }));
}

const bodyMediaTypes: Record<BodyKind, string[]> = {
  json: [json],
  form: ['application/x-www-form-urlencoded', 'multipart/form-data'],
  upload: ['application/octet-stream'],
};

function requestBodyOf({ body, bodyKind = 'json', example }: AnyRoute): OpenApiOperation['requestBody'] {
  if (!body) return undefined;
  const schema = bodyKind === 'upload' ? {} : schemaOf(body, 'input');
  const shown = example?.body === undefined ? {} : { example: example.body };
  const content = Object.fromEntries(bodyMediaTypes[bodyKind].map((type) => [type, { schema, ...shown }]));
  return { required: true, content };
}

/** A file has the type that its handler gives it; nothing more can be said of its content here. */
function successOf(route: AnyRoute): OpenApiOperation['responses'][string] {
  if (route.outputKind === 'file') return { description: 'The file', content: { '*/*': { schema: {} } } };
  if (route.outputKind === 'html') {
    return { description: 'The page', content: { 'text/html': { schema: { type: 'string' } } } };
  }
  if (route.output instanceof z.ZodUndefined) return { description: 'Done; no content' };
  return { description: 'Done', content: { [json]: { schema: schemaOf(route.output, 'output') } } };
}

/** The status of a route's success, as the server sends it. */
export const successStatusOf = (route: AnyRoute): number =>
  route.successStatus ?? (route.output instanceof z.ZodUndefined ? 204 : 200);

/** Every code that a route may answer: its own, those of all routes, and those of its guard, body and method. */
export function errorsOf(route: AnyRoute): ErrorCode[] {
  const guard: ErrorCode[] = route.allow === 'public' ? [] : ['unauthenticated', 'forbidden'];
  const fresh: ErrorCode[] = route.freshSignIn ? ['freshSignInNeeded'] : [];
  const off: ErrorCode[] = route.switchedBy ? ['switchedOff'] : [];
  const body: ErrorCode[] = route.body ? ['tooLarge'] : [];
  return [
    ...new Set<ErrorCode>([
      ...route.errors,
      // Of software: its Idempotency-Key was another request's, or the first one is under way.
      ...((route.scope || route.forIntegrations) && route.method !== 'GET' ? (['conflict'] as const) : []),
      ...commonErrors,
      ...guard,
      ...fresh,
      ...off,
      ...body,
      'foreignOrigin',
    ]),
  ];
}

function failuresOf(route: AnyRoute): OpenApiOperation['responses'] {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(route)) {
    const status = errorStatus[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.join(', '),
        content: {
          [json]: { schema: status === errorStatus.otpRequired ? challengeSchema() : errorRef },
        },
      },
    ]),
  );
}

/** What OpenAPI has no word for. */
const guardsOf = ({
  right,
  freshSignIn,
  scope,
  idempotency,
  rateClass,
}: AnyRoute): Partial<OpenApiOperation> => ({
  ...(right ? { 'x-right': right } : {}),
  ...(freshSignIn ? { 'x-fresh-sign-in': freshSignIn } : {}),
  ...(scope ? { 'x-scope': scope } : {}),
  ...(idempotency ? { 'x-idempotency': idempotency } : {}),
  ...(rateClass ? { 'x-rate-limit': rateLimitOf(rateClass) } : {}),
});

function rateLimitOf(rateClass: RateClass): OpenApiOperation['x-rate-limit'] {
  const { most, windowMs } = rateClasses[rateClass];
  return { class: rateClass, most, seconds: windowMs / 1000 };
}

function operationOf(route: AnyRoute): OpenApiOperation {
  const parameters = [...parametersOf(route.params, 'path'), ...parametersOf(route.query, 'query')];
  const requestBody = requestBodyOf(route);
  return {
    operationId: route.id,
    summary: route.summary,
    tags: [route.id.split('.', 1)[0] ?? route.id],
    security: route.allow === 'public' ? [] : [{ session: [] }],
    'x-allow': route.allow,
    ...guardsOf(route),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: { [successStatusOf(route)]: successOf(route), ...failuresOf(route) },
  };
}

/** '/payments/:id/cancel' as OpenAPI writes it: '/payments/{id}/cancel'. */
export const openApiPath = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}');

/** The OpenAPI 3.1 document of these routes. `version` is the product's. */
export function openApiDocument(routes: readonly AnyRoute[], version: string): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {};
  for (const route of routes) {
    const path = openApiPath(route.path);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Mizan',
      version,
      description:
        'The API of the portal. Amounts are whole minor units, instants ISO 8601 in UTC, days those of Asia/Riyadh.',
    },
    servers: [{ url: apiBase }],
    paths,
    components: {
      schemas: { Error: errorSchema() },
      securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
    },
  };
}
