import { type JsonSchema, openApiDocument, openApiPath } from '@mizan/contract/openapi.ts';
import type { AnyRoute } from '@mizan/contract/route.ts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { CheckAnswer } from '../http/register.ts';

/** Holds answers against the OpenAPI document: the very one that is served, read by an independent validator. */
export interface AnswerCheck {
  check: CheckAnswer;
  /** Each answer that was not as the document says; a test expects none. */
  problems: string[];
  /** 'transactions.list 200': what was seen, so that a test can tell that anything was. */
  seen: Set<string>;
}

/** What is wrong with an answer, in a sentence; null where it is as the document says. */
type ProblemOf = (route: AnyRoute, status: number, body: unknown) => string | null;

/** One for each list of routes: to write the document and to compile its schemas takes longer than most files' tests. */
const documents = new WeakMap<readonly AnyRoute[], ProblemOf>();

function readDocument(routes: readonly AnyRoute[]): ProblemOf {
  const document = openApiDocument(routes, '0.0.0');
  // What it compiles is asked a few times: making it quick would take longer than it saves.
  const ajv = new Ajv2020({ strict: false, allErrors: true, code: { optimize: false } });
  addFormats.default(ajv);
  ajv.addSchema(document as unknown as JsonSchema, 'document');
  const validators = new Map<string, ValidateFunction | null>();

  function validatorOf(route: AnyRoute, status: number): ValidateFunction | null {
    const operation = document.paths[openApiPath(route.path)]?.[route.method.toLowerCase()];
    const schema = operation?.responses[status]?.content?.['application/json']?.schema;
    if (!schema) return null;
    const ref = schema['$ref'];
    return ajv.compile(typeof ref === 'string' ? { $ref: `document${ref}` } : schema);
  }

  return (route, status, body) => {
    const key = `${route.id} ${status}`;
    const known = validators.get(key);
    const validate = known === undefined ? validatorOf(route, status) : known;
    validators.set(key, validate);
    if (!validate) return `${key}: the document knows no such answer: ${JSON.stringify(body)}`;
    return validate(body) ? null : `${key}: ${ajv.errorsText(validate.errors)}`;
  };
}

export function answerCheck(routes: readonly AnyRoute[]): AnswerCheck {
  const problemOf = documents.get(routes) ?? readDocument(routes);
  documents.set(routes, problemOf);
  const problems: string[] = [];
  const seen = new Set<string>();
  const check: CheckAnswer = (route, status, body) => {
    seen.add(`${route.id} ${status}`);
    const problem = problemOf(route, status, body);
    if (problem) problems.push(problem);
  };
  return { check, problems, seen };
}
