import pino, { type DestinationStream, type Logger } from 'pino';

export type { Logger };

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Never written, whatever object they stand in and however deep: compared without case, '-' and '_'. */
const secretNames = new Set([
  'authorization',
  'cookie',
  'setcookie',
  'secwebsocketprotocol',
  'password',
  'newpassword',
  'passwordhash',
  'token',
  'accesstoken',
  'tokenhash',
  'otp',
  'code',
  'enrolcode',
  'pairingcode',
  'secret',
  'connectionstring',
  'databaseurl',
  'smtpurl',
]);
const censored = '[secret]';
/** Deeper than anything we log on purpose; what lies below is left out rather than walked. */
const maxDepth = 5;

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

function without(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error) return errorFacts(value);
  if (Array.isArray(value)) return depth > maxDepth ? '[…]' : value.map((each) => without(each, depth + 1));
  if (!isPlain(value)) return value;
  return depth > maxDepth ? '{…}' : withoutSecrets(value as Record<string, unknown>, depth + 1);
}

/**
 * The same fields, with secrets replaced by '[secret]' and a `url` cut before its query, because links of
 * mails carry their token there. Error codes are kept: they are read inside errors alone.
 */
export function withoutSecrets(fields: Record<string, unknown>, depth = 0): Record<string, unknown> {
  const clean: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const plainName = name.toLowerCase().replaceAll(/[-_]/g, '');
    if (secretNames.has(plainName)) clean[name] = censored;
    else if (plainName === 'url' && typeof value === 'string') clean[name] = value.split('?', 1)[0];
    else clean[name] = without(value, depth);
  }
  return clean;
}

/** What is written of an error. PostgreSQL's `detail` and `where` quote rows, so they stay out. */
function errorFacts(error: Error & { code?: unknown }): Record<string, unknown> {
  return {
    type: error.name,
    message: error.message,
    ...(typeof error.code === 'string' ? { errorCode: error.code } : {}),
    stack: error.stack,
    ...(error.cause instanceof Error ? { cause: errorFacts(error.cause) } : {}),
  };
}

/** The portal's structured log: one JSON object a line on stdout (or `destination`), without secrets. */
export function createLog(level: LogLevel, destination?: DestinationStream): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }), log: (fields) => withoutSecrets(fields) },
    // Fields arrive here clean already; pino's own serializer would add every property of an error again.
    serializers: { err: (error: unknown) => error, req: requestFacts },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Fastify hands a request to `req`; method and path are all that is ever said of it. */
function requestFacts(request: { method?: string; url?: string }): Record<string, unknown> {
  return { method: request.method, url: request.url?.split('?', 1)[0] };
}
