import type { AnyRoute } from '@mizan/contract/route.ts';
import fastJson from 'fast-json-stringify';
import * as z from 'zod';

interface JsonSchema {
  [keyword: string]: unknown;
}

/** What a serializer needs: which fields there are and of which type. The rest was checked where it was made. */
const shapeKeywords = new Set(['type', 'properties', 'required', 'items', 'anyOf', 'oneOf', 'nullable']);

const isNull = (schema: JsonSchema): boolean => schema['type'] === 'null';

/** 'X or null' as a nullable X: the serializer tries the branches of a real anyOf one after the other. */
function collapseNullable(schema: JsonSchema): JsonSchema {
  const branches = (schema['anyOf'] ?? schema['oneOf']) as JsonSchema[] | undefined;
  const others = branches?.filter((branch) => !isNull(branch));
  if (!branches || others?.length !== 1 || branches.length !== 2) return schema;
  return { ...others[0], nullable: true };
}

function shapeOf(full: JsonSchema): JsonSchema {
  const schema = collapseNullable(full);
  const shape: JsonSchema = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === 'properties') {
      const fields = Object.entries(value as Record<string, JsonSchema>);
      shape[keyword] = Object.fromEntries(fields.map(([name, field]) => [name, shapeOf(field)]));
    } else if (keyword === 'items') shape[keyword] = shapeOf(value as JsonSchema);
    else if (keyword === 'anyOf' || keyword === 'oneOf')
      shape[keyword] = (value as JsonSchema[]).map(branchOf);
    else if (keyword === 'additionalProperties') {
      shape[keyword] = typeof value === 'object' ? shapeOf(value as JsonSchema) : value;
    } else if (shapeKeywords.has(keyword)) shape[keyword] = value;
  }
  return shape;
}

/** Branches are told apart by their constants, so those stay. */
function branchOf(branch: JsonSchema): JsonSchema {
  const shape = shapeOf(branch);
  const fields = branch['properties'] as Record<string, JsonSchema> | undefined;
  const shapes = shape['properties'] as Record<string, JsonSchema> | undefined;
  for (const [name, field] of Object.entries(fields ?? {})) {
    const told = shapes?.[name];
    if (told && 'const' in field) told['const'] = field['const'];
    if (told && 'enum' in field) told['enum'] = field['enum'];
  }
  return shape;
}

type AnswerWriter = (output: unknown) => string;

const compiled = new WeakMap<AnyRoute, AnswerWriter>();

/**
 * Compiles what writes a route's answers, once in a process. @throws where its output schema cannot be written; a test
 * compiles that of every route.
 */
export function compileWriter(route: AnyRoute): AnswerWriter {
  const known = compiled.get(route);
  if (known) return known;
  const schema = z.toJSONSchema(route.output, { target: 'draft-7', io: 'output', unrepresentable: 'any' });
  const writer: AnswerWriter = fastJson(shapeOf(schema) as unknown as fastJson.Schema);
  compiled.set(route, writer);
  return writer;
}

/**
 * A route's answer as JSON text, from its output schema alone: a field that the schema does not name never
 * leaves the server, and a required one that is missing throws. Compiled with the first answer: most processes, and most
 * tests, answer a few of the routes.
 */
export const answerWriter =
  (route: AnyRoute): AnswerWriter =>
  (output) =>
    compileWriter(route)(output);

/** Whether a route answers with nothing but its status. */
export const hasNoContent = (route: AnyRoute): boolean => route.output instanceof z.ZodUndefined;
