import type { AnyRoute } from '@mizan/contract/route.ts';
import * as z from 'zod';
import type { Args } from './fixture-kinds.ts';

/** A JSON schema as far as values at its edges are made of it. */
interface Shape {
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
  oneOf?: Shape[];
}

const hostileTexts = [
  '',
  ' ',
  '\0',
  '\ud83d',
  '0',
  '-1',
  '٣',
  '../..',
  "'--",
  '%',
  '\\',
  'null',
  '__proto__',
];
/** Around the ends of int4, int8, and what a double tells apart. */
const numbers = [0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 53), 1e308];
const ids = ['9223372036854775807', '9223372036854775808', '1'.repeat(19), '1'.repeat(5_000)];
const days = [
  '0000-01-01',
  '0001-01-01',
  '1899-12-31',
  '1900-01-01',
  '2199-12-31',
  '9999-12-31',
  '2026-02-30',
];
const longText = 'x'.repeat(100_000);

const ofLength = (length: number | undefined, by: number): string[] =>
  length === undefined ? [] : ['x'.repeat(Math.max(0, length + by)), '😀'.repeat(Math.max(0, length + by))];

function textsOf({ format, minLength, maxLength }: Shape): string[] {
  const lengths = [-1, 0, 1].flatMap((by) => [...ofLength(minLength, by), ...ofLength(maxLength, by)]);
  const dates = format === 'date' ? days : days.map((day) => `${day}T00:00:00Z`);
  const ofFormat =
    format === 'date' || format === 'date-time' ? dates : days.map((day) => `${day}T00:00:00Z_1`);
  return [...hostileTexts, ...ids, ...ofFormat, ...lengths, longText];
}

/** Values at the edges of what a schema takes, and of another kind altogether. */
function edgesOf(shape: Shape, depth = 0): unknown[] {
  const branches = shape.anyOf ?? shape.oneOf;
  if (branches) return branches.flatMap((branch) => edgesOf(branch, depth));
  const otherKinds: unknown[] = [null, true, [], {}, [[]], { a: { b: [] } }];
  if (shape.enum || shape.const !== undefined)
    return [...(shape.enum ?? [shape.const]), 'x', '', ...otherKinds];
  if (shape.type === 'string') return [...textsOf(shape), 7, ...otherKinds];
  if (shape.type === 'number' || shape.type === 'integer') {
    const ends = [shape.minimum, shape.maximum].flatMap((end) =>
      end === undefined ? [] : [end - 1, end, end + 1],
    );
    return [...numbers, ...ends, 'x', ...otherKinds];
  }
  if (shape.type === 'array' && depth < 3) {
    const many = Array.from({ length: (shape.maxItems ?? 200) + 1 }, () => null);
    return [...edgesOf(shape.items ?? {}, depth + 1).map((item) => [item]), [], many, 'x', {}];
  }
  if (shape.type === 'object' && depth < 3) return [{}, [], null, 'x'];
  return ['x', 0, ...otherKinds];
}

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `whole` with one field after the other at its edges, and without it; deeper fields too. */
function variantsOf(shape: Shape, whole: unknown, depth = 0): unknown[] {
  if (!shape.properties || !isFields(whole)) return edgesOf(shape);
  return Object.entries(shape.properties).flatMap(([name, field]) => {
    const deeper = depth < 3 && isFields(whole[name]) ? variantsOf(field, whole[name], depth + 1) : [];
    const { [name]: _, ...without } = whole;
    return [without, ...[...edgesOf(field), ...deeper].map((value) => ({ ...whole, [name]: value }))];
  });
}

const shapeOf = (schema: z.ZodType): Shape =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape;

/** A path without its parameter is another path, and half a character can stand in none. */
const isPathOf = (value: unknown, { params = {} }: Args): boolean =>
  isFields(value) && Object.keys(params).every((name) => name in value && String(value[name]).isWellFormed());

/** Calls of a route that differ from its fixture in one field of one part. */
export function boundaryCalls(route: AnyRoute, args: Args): Args[] {
  const calls: Args[] = [];
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = route[part];
    if (!schema || (part === 'body' && route.bodyKind === 'upload')) continue;
    for (const value of variantsOf(shapeOf(schema), args[part] ?? {})) {
      if (part !== 'params' || isPathOf(value, args)) calls.push({ ...args, [part]: value } as Args);
    }
  }
  return calls;
}

const boundary = 'edge';
const partOf = (name: string, value: string): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const whole = `${partOf('email', 'nobody@mizan.test')}--${boundary}--\r\n`;

/** Multipart that is none, is cut, or holds what nobody asked for: content type, and body. */
export const brokenMultiparts: readonly (readonly [type: string, body: string])[] = [
  ['multipart/form-data', whole],
  ['multipart/form-data; boundary=', whole],
  ['multipart/form-data; boundary=other', whole],
  [`multipart/form-data; boundary=${'x'.repeat(1_000)}`, whole],
  [`multipart/form-data; boundary=${boundary}`, ''],
  [`multipart/form-data; boundary=${boundary}`, `--${boundary}`],
  [`multipart/form-data; boundary=${boundary}`, `--${boundary}\r\n\r\n`],
  [`multipart/form-data; boundary=${boundary}`, whole.slice(0, 30)],
  [`multipart/form-data; boundary=${boundary}`, whole.slice(0, -12)],
  [`multipart/form-data; boundary=${boundary}`, `--${boundary}\r\n: no name\r\n\r\nx\r\n--${boundary}--`],
  [
    `multipart/form-data; boundary=${boundary}`,
    `--${boundary}\r\nContent-Disposition: form-data\r\n\r\nx\r\n--${boundary}--`,
  ],
  [`multipart/form-data; boundary=${boundary}`, `--${boundary}\r\n${'a'.repeat(100_000)}`],
  [`multipart/form-data; boundary=${boundary}`, `${partOf('__proto__', 'x')}--${boundary}--`],
  [`multipart/form-data; boundary=${boundary}`, `${partOf('email', 'a').repeat(60)}--${boundary}--`],
  [
    `multipart/form-data; boundary=${boundary}`,
    `--${boundary}\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\nx\r\n--${boundary}--`,
  ],
  [
    `multipart/form-data; boundary=${boundary}`,
    `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\nContent-Type: application/json\r\n\r\n{"\r\n--${boundary}--`,
  ],
  ['multipart/mixed; boundary=x', 'x'],
  ['multipart/', 'x'],
];
