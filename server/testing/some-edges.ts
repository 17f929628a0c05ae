import { createHash, randomInt } from 'node:crypto';
import type { AnyRoute } from '@mizan/contract/route.ts';
import type { Args } from './fixture-kinds.ts';

/**
 * Which edges of a route's schemas one run asks: those that found faults before (docs/decisions/0168-edge-values-once-over-the-wire.md)
 * always, of the others a third, by a seed that a failure names. All of them where MIZAN_LONG is set.
 */
export const edgeSeed = process.env['EDGE_SEED'] ?? String(randomInt(1_000_000));
const part = process.env['MIZAN_LONG'] ? 1 : 3;

/** Text that no column keeps, and ids of more than eight bytes. */
const alwaysAsked: ReadonlySet<unknown> = new Set(['\0', '\ud83d', '9223372036854775808']);

const isDrawn = (route: AnyRoute, index: number): boolean =>
  createHash('sha256').update(`${edgeSeed} ${route.id} ${index}`).digest().readUInt32BE() % part === 0;

/** A field that is left out, or one at an edge that found something, wherever it stands. */
function isAlwaysAsked(before: unknown, after: unknown): boolean {
  if (alwaysAsked.has(after)) return true;
  if (typeof before !== 'object' || before === null || typeof after !== 'object' || after === null) {
    return Array.isArray(after) && after.some((each) => alwaysAsked.has(each));
  }
  if (Array.isArray(after)) return after.some((each) => alwaysAsked.has(each));
  const fields = after as Record<string, unknown>;
  return Object.entries(before).some(
    ([name, value]) => !(name in fields) || (fields[name] !== value && isAlwaysAsked(value, fields[name])),
  );
}

export const someEdges = (route: AnyRoute, args: Args, calls: readonly Args[]): Args[] =>
  calls.filter((call, index) => part === 1 || isAlwaysAsked(args, call) || isDrawn(route, index));
