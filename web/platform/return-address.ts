import { paths } from '@mizan/contract/paths.ts';

/** Where a protected address sends people who are not signed in, and where it brings them back to. */
export const returnParameter = 'returnTo';

/**
 * The address to go to after a sign-in, or null where the link names none: only paths of this origin, so that
 * a link cannot lead people elsewhere with a fresh session.
 */
export function safeReturn(asked: unknown): string | null {
  if (typeof asked !== 'string' || !/^\/(?![/\\])/.test(asked)) return null;
  const target = new URL(asked, 'https://portal.invalid');
  // '/..//evil.example' is a path of this origin whose own path is '//evil.example': another host, once followed.
  const inside =
    target.host === 'portal.invalid' && !target.pathname.startsWith('//') && target.pathname !== paths.login;
  return inside ? target.pathname + target.search + target.hash : null;
}
