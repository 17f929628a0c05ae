/**
 * What the browser gets in zod's place. A route is data: the web needs its method, path, roles and types, and
 * the server holds every answer and every body against the schemas. So the schemas themselves, a quarter of
 * the login screen's budget, stay out of the bundle. Building one here does nothing; asking one anything fails
 * at once, by name.
 */
const questions = new Set([
  'parse',
  'safeParse',
  'parseAsync',
  'safeParseAsync',
  'options',
  'shape',
  'def',
  '_zod',
]);

const schema: unknown = new Proxy(() => schema, {
  get(_, name) {
    if (typeof name === 'symbol' || name === 'then') return undefined;
    if (questions.has(name)) throw new Error(`the browser has no schemas: nothing answers .${name}`);
    return schema;
  },
  apply: () => schema,
});

export const {
  any,
  array,
  bigint,
  boolean,
  coerce,
  discriminatedUnion,
  email,
  int,
  ipv4,
  ipv6,
  iso,
  literal,
  looseObject,
  null: nothing,
  number,
  nullable,
  object,
  optional,
  partialRecord,
  preprocess,
  prettifyError,
  record,
  strictObject,
  string,
  tuple,
  undefined: missing,
  union,
  unknown,
  url,
  uuid,
} = schema as Record<string, unknown>;
const choice = schema;

export { choice as enum, missing as undefined, nothing as null };
