import type { AnyRoute } from '@mizan/contract/route.ts';
import { Failure } from '../platform/failure.ts';
import { inputParser } from '../platform/http/input.ts';
import type { Args } from './fixture-kinds.ts';

type Fields = Record<string, unknown>;

/** A query's fields as the web writes them; what is undefined stays out. */
export function searchOf(query: object = {}): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined) search.append(name, String(each));
    }
  }
  return search;
}

/** The fields of a query or a form as they are read; a name that is repeated has a list. */
function readFields(search: URLSearchParams): Fields {
  return Object.fromEntries(
    [...new Set(search.keys())].map((name) => {
      const values = search.getAll(name);
      return [name, values.length > 1 ? values : values[0]];
    }),
  );
}

function bodyAsRead({ bodyKind }: AnyRoute, body: unknown): unknown {
  if (body === undefined) return undefined;
  if (bodyKind === 'form') return readFields(new URLSearchParams(body as Record<string, string>));
  return JSON.parse(JSON.stringify(body));
}

/**
 * Answers whether a call of the route would be refused by the schemas of its input alone, by the very parser that serves it:
 * before it, nothing reads what the call brings. What that parser throws beside a refusal is thrown.
 */
export function refusesInput(route: AnyRoute): (args: Args) => boolean {
  const parse = inputParser(route);
  return (args) => {
    const texts = Object.entries(args.params ?? {}).map(([name, value]) => [name, String(value)]);
    const received = {
      params: Object.fromEntries(texts),
      query: readFields(searchOf(args.query)),
      body: bodyAsRead(route, args.body),
    };
    try {
      parse(received as Parameters<typeof parse>[0]);
      return false;
    } catch (error) {
      if (error instanceof Failure && error.code === 'badRequest') return true;
      throw error;
    }
  };
}
