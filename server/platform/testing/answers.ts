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

export function answerCheck(routes: readonly AnyRoute[]): AnswerCheck {
  const document = openApiDocument(routes, '0.0.0');
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document as unknown as JsonSchema, 'document');
  const validators = new Map<string, ValidateFunction | null>();
  const problems: string[] = [];
  const seen = new Set<string>();

  function validatorOf(route: AnyRoute, status: number): ValidateFunction | null {
    const operation = document.paths[openApiPath(route.path)]?.[route.method.toLowerCase()];
    const schema = operation?.responses[status]?.content?.['application/json']?.schema;
    if (!schema) return null;
    const ref = schema['$ref'];
    return ajv.compile(typeof ref === 'string' ? { $ref: `document${ref}` } : schema);
  }

  const check: CheckAnswer = (route, status, body) => {
    const key = `${route.id} ${status}`;
    const known = validators.get(key);
    const validate = known === undefined ? validatorOf(route, status) : known;
    validators.set(key, validate);
    seen.add(key);
    if (!validate) problems.push(`${key}: the document knows no such answer: ${JSON.stringify(body)}`);
    else if (!validate(body)) problems.push(`${key}: ${ajv.errorsText(validate.errors)}`);
  };
  return { check, problems, seen };
}
