import { readFileSync } from 'node:fs';

/** The unprivileged account that PostgreSQL runs under when the portal itself runs as root. */
export interface ServerAccount {
  uid: number;
  gid: number;
}

/** The kernel's overflow id: what 'nobody' is wherever the password file says nothing else. */
const nobodyId = 65_534;

/**
 * PostgreSQL refuses to run as root, and initdb wants an account that the password file knows.
 * Returns null where the portal is an ordinary user: its own account serves then.
 */
export function serverAccount(): ServerAccount | null {
  if (process.getuid?.() !== 0) return null;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  return { uid: Number(uid ?? nobodyId), gid: Number(gid ?? nobodyId) };
}
