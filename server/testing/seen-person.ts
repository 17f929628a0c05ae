import { getPerson } from '@mizan/contract/people.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import type { testPortal } from './test-portal.ts';

type Portal = Awaited<ReturnType<typeof testPortal>>;

/** What a window that has just read somebody fills its form with; nothing where it may not read them. */
export async function seenOfPerson(
  portal: Portal,
  token: string,
  id: string,
): Promise<Record<string, unknown>> {
  const answer = await portal.call(getPerson, { params: { id } }, { token });
  if (answer.statusCode !== 200) return {};
  const { fullName, teamRole, branchId, terminalId } = answer.json<RouteOutput<typeof getPerson>>().person;
  return { fullName, teamRole, branchId, terminalId };
}
