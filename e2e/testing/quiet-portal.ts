import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  closeDatabase,
  type Database,
  inPlatform,
  openDatabase,
} from '../../server/platform/database/database.ts';
import { roleUrls } from '../../server/platform/database/roles.ts';
import type { Member } from '../../server/platform/http/call.ts';
import { openSession } from '../../server/platform/sessions/sessions.ts';
import { atFileEnd } from '../../server/platform/testing/at-file-end.ts';
import { testSecret } from '../../server/platform/testing/database-names.ts';
import { type OwnServer, ownServer } from '../../server/platform/testing/own-server.ts';
import { portalEnvironment, runPortal } from '../../server/testing/portal-process.ts';
import { openShop } from '../../server/testing/shop.ts';

/** A portal where nothing has happened yet, and whose database may be taken away. */
export interface QuietPortal {
  url: string;
  server: OwnServer;
  /** The session of somebody of a merchant without terminals or payments, as a tab keeps it. */
  sessionOf(role: 'MERCHANT' | 'CASHIER' | 'ADMIN'): Promise<Record<string, string>>;
}

const insertAdmin = `INSERT INTO users (role, email, full_name, password_hash)
  VALUES ('ADMIN', 'admin@example.sa', 'Huda', 'none') RETURNING id::text`;

async function people(db: Database): Promise<Record<string, Pick<Member, 'userId' | 'fullName'>>> {
  const empty = await openShop(db, 0);
  const withTill = await openShop(db, 1);
  const admin = await inPlatform(db, (tx) => tx.row<{ id: string }>(insertAdmin, []));
  return {
    MERCHANT: empty.owner,
    CASHIER: withTill.terminals[0]?.cashier ?? empty.owner,
    ADMIN: { userId: admin?.id ?? '', fullName: 'Huda' },
  };
}

/** Starts one for the tests of a file, with settings of theirs, on a PostgreSQL of its own; it ends with them. */
export async function quietPortal(settings: Record<string, string> = {}): Promise<QuietPortal> {
  const server = await ownServer();
  const folder = await mkdtemp(join(tmpdir(), 'mizan-quiet-'));
  const portal = await runPortal({ ...portalEnvironment(server.url), DATA_DIR: folder, ...settings });
  const db = openDatabase(roleUrls(server.url, testSecret));
  const members = await people(db);
  atFileEnd(async () => {
    await portal.end('SIGKILL');
    await closeDatabase(db);
    await server.stop();
    await server.remove();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    url: portal.url,
    server,
    sessionOf: async (role) => {
      const { userId = '', fullName = '' } = members[role] ?? {};
      const session = { userId, at: new Date(), userAgent: null, ip: '127.0.0.1' };
      const accessToken = await inPlatform(db, (tx) => openSession(tx, session));
      return { accessToken, role, userName: fullName, email: '' };
    },
  };
}
