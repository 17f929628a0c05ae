/** As PostgreSQL words it. */
const named = /constraint "([^"]+)"/;

/**
 * Whether an error of the database is the breach of this key. On a distributed database the key of each piece of a table
 * ends in the piece's number, and what another machine refused names its key in the message alone.
 */
export function violates(error: unknown, key: string): boolean {
  const {
    code,
    constraint,
    message = '',
  } = error as { code?: string; constraint?: string; message?: string };
  if (!code?.startsWith('23')) return false;
  const broken = constraint ?? named.exec(message)?.[1] ?? '';
  return broken.replace(/_\d+$/, '') === key;
}
