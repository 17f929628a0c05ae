import * as z from 'zod';
import { freshSignInMinutes } from './auth.ts';
import { commonErrors, type ErrorCode, errorStatus } from './errors.ts';
import { successStatusOf } from './openapi.ts';
import { rateClasses } from './rate-classes.ts';
import { type AnyRoute, apiBase, type Idempotency } from './route.ts';

const codes = (list: readonly ErrorCode[]): string =>
  list.map((code) => `\`${code}\` (${errorStatus[code]})`).join(', ');

const head = `# API

Written from the contract; a test holds it to it (\`vitest run -u contract/api-doc.test.ts\` writes it anew).
The same in full, with every schema: \`${apiBase}/openapi.json\` of a running portal (OpenAPI 3.1), and as a page
at \`/api/docs\`.

- A session's access token travels as \`Authorization: Bearer <token>\`.
- Amounts are whole minor units (halalas), instants ISO 8601 in UTC, days those of Asia/Riyadh, ids text.
- Every answer that is no success is \`{code, message, details?, requestId?}\`. The code decides, the message is
  English prose for logs. The 511 of sign-in carries \`token\` and \`sentTo\` beside them.
- Any call may be refused with ${codes(commonErrors)}, one of another origin with
  ${codes(['foreignOrigin'])}, one that is not public with ${codes(['unauthenticated', 'forbidden'])}, one with a
  body with ${codes(['tooLarge'])}. What a call refuses with besides stands beside it.
- Each call that is not public needs a right, which the person's place in their team has or has not: ${codes(['forbidden'])}.
  One with a fresh sign-in needs a password or passkey given within ${freshSignInMinutes} minutes: ${codes(['freshSignInNeeded'])}.
- A scope is what a key of an integration needs to make the call; a call without one takes no key.
- One session makes at most ${rateClasses.sessionCalls.most} calls a minute, unless its operator says otherwise.
- Lists are continued by \`nextCursor\`, never by a page number.
- A call that nobody at the screen caused carries \`x-mizan-poll: 1\` and keeps no session alive.
`;

/** 'limit (integer)' of each field of an object schema; a '?' where it may be left out. */
function fieldsOf(schema: z.ZodType | undefined): string {
  if (!schema) return '';
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const required = new Set(json.required ?? []);
  return Object.keys(json.properties ?? {})
    .map((name) => `\`${name}${required.has(name) ? '' : '?'}\``)
    .join(', ');
}

function inputLines({ params, query, body, bodyKind = 'json' }: AnyRoute): string[] {
  const parts: [string, string][] = [
    ['Path', fieldsOf(params)],
    ['Query', fieldsOf(query)],
    [`Body (${bodyKind})`, bodyKind === 'upload' ? 'the file as it is' : fieldsOf(body)],
  ];
  return parts
    .filter(([name, fields]) => fields !== '' && (body || !name.startsWith('Body')))
    .map(([name, fields]) => `- ${name}: ${fields}`);
}

/** What else decides whether a call is let through, and whether it may be made once more. */
function guardLines({ right, freshSignIn, scope, rateClass, idempotency }: AnyRoute): string[] {
  const limit = rateClass && rateClasses[rateClass];
  const parts: [string, string | undefined][] = [
    ['Right', right && `\`${right}\``],
    ['Fresh sign-in', freshSignIn && (freshSignIn === true ? 'always' : 'depends on what is asked for')],
    ['Scope of a key', scope && `\`${scope}\``],
    [
      'Most from one address',
      limit && `${limit.most} in ${limit.windowMs / 60_000} minutes (\`${rateClass}\`)`,
    ],
    ['Repeat', idempotency && repeatText(idempotency)],
  ];
  return parts.flatMap(([name, text]) => (text ? [`- ${name}: ${text}`] : []));
}

function repeatText(idempotency: Idempotency): string {
  if (idempotency === 'natural') return 'changes nothing more, or is refused';
  if (idempotency === 'none') return 'does it anew';
  return `with the same \`${idempotency.clientId}\` answers with what the first call made`;
}

function answerOf(route: AnyRoute): string {
  const status = successStatusOf(route);
  if (route.outputKind === 'file') return `${status}, a file`;
  if (route.outputKind === 'html') return `${status}, a page`;
  const fields = fieldsOf(route.output);
  return fields === '' ? String(status) : `${status}: ${fields}`;
}

const routeText = (route: AnyRoute): string =>
  [
    `### ${route.method} ${apiBase}${route.path}`,
    '',
    `${route.summary}.`,
    '',
    `- Allowed: ${route.allow === 'public' ? 'everyone' : route.allow.join(', ')}`,
    ...guardLines(route),
    ...inputLines(route),
    `- Answers ${answerOf(route)}`,
    ...(route.errors.length > 0 ? [`- Refuses with ${codes(route.errors)}`] : []),
    '',
  ].join('\n');

/** docs/api.md: every route of the contract, by feature. */
export function apiText(routes: readonly AnyRoute[]): string {
  const features = Map.groupBy(routes, ({ id }) => id.split('.', 1)[0] ?? id);
  const sections = [...features].map(([name, own]) => [`## ${name}`, '', ...own.map(routeText)].join('\n'));
  return [head, ...sections].join('\n');
}
