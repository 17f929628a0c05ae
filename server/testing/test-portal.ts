import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allRoutes } from '@mizan/contract/all-routes.ts';
import type { TeamRole } from '@mizan/contract/rights.ts';
import { type AnyRoute, pathOf, type RouteArgs } from '@mizan/contract/route.ts';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { type AppDeps, buildApp } from '../app.ts';
import { exceptionBook } from '../features/exceptions/exception-book.ts';
import { testClock } from '../platform/clock.ts';
import { closeDatabase, type Database, inPlatform, openDatabase } from '../platform/database/database.ts';
import { createLog } from '../platform/log.ts';
import { openMailer } from '../platform/mail/mailer.ts';
import { openSession } from '../platform/sessions/sessions.ts';
import { answerCheck } from '../platform/testing/answers.ts';
import { atFileEnd } from '../platform/testing/at-file-end.ts';
import { type TestDatabase, testDatabase, testSecret } from '../platform/testing/database.ts';
import { engineHere } from './engine-here.ts';
import type { Args } from './fixture-kinds.ts';
import { searchOf } from './refused-input.ts';

/** The whole portal on a database of its own, as main.ts builds it, asked by injection. */
export interface TestPortal {
  app: FastifyInstance;
  /** 'GET /api/v1/transactions' of everything that is registered. */
  served: ReadonlySet<string>;
  database: TestDatabase;
  db: Database;
  /** Where uploaded bank files lie. */
  bankFiles: string;
  /** Where prepared exports lie; nobody runs their jobs here either. */
  exportsFolder: string;
  clock: ReturnType<typeof testClock>;
  /** 'transactions.list 200' of every answer so far. */
  seen: ReadonlySet<string>;
  /** Gives every caller from here on another place in their team; null: the one that they have. */
  callAs(teamRole: TeamRole | null): void;
  /** A session token of a user, without the way through sign-in. */
  tokenOf(userId: string): Promise<string>;
  call<R extends AnyRoute>(
    route: R,
    args: RouteArgs<R>,
    options?: { token?: string | undefined; from?: string; idempotencyKey?: string },
  ): Promise<LightMyRequestResponse>;
}

const queryText = (query: object | undefined): string => {
  const search = searchOf(query);
  return search.size > 0 ? `?${search.toString()}` : '';
};

const mediaType = { json: 'application/json', form: 'application/x-www-form-urlencoded' } as const;

function bodyOf(route: AnyRoute, body: unknown): { payload?: string | Buffer; type?: string } {
  if (body === undefined) return {};
  if (route.bodyKind === 'upload') return { payload: body as Buffer, type: 'application/octet-stream' };
  if (route.bodyKind === 'form') {
    return { payload: new URLSearchParams(body as Record<string, string>).toString(), type: mediaType.form };
  }
  return { payload: JSON.stringify(body), type: mediaType.json };
}

type PortalOptions = Partial<Pick<AppDeps, 'hear' | 'outcomeWaitMs'>> & {
  /** One that is migrated; otherwise an empty one of its own. */
  on?: TestDatabase;
  /** Below it lie the folders that merchants drop files into. */
  dropFolder?: string;
  /** As `npm start` gives it to a newcomer: webhooks reach this machine. */
  demo?: boolean;
};

const headersOf = (of: {
  token?: string | undefined;
  type: string | undefined;
  idempotencyKey: string | undefined;
}) => ({
  ...(of.token && { authorization: `Bearer ${of.token}` }),
  ...(of.type && { 'content-type': of.type }),
  ...(of.idempotencyKey && { 'idempotency-key': of.idempotencyKey }),
});

/** Nobody runs bank files here; a test that wants them read starts a runner on the same folder. */
const filesIn = (folder: string, dropFolder: string | undefined): AppDeps['bankFiles'] => ({
  folder,
  wake: () => undefined,
  engine: engineHere,
  exceptions: exceptionBook,
  ...(dropFolder !== undefined && { dropFolder }),
});

/** Every answer is held against the API document; the file fails after its last test where one was not so. */
export async function testPortal(
  start = new Date('2026-11-22T09:00:00Z'),
  { on, dropFolder, demo = false, ...options }: PortalOptions = {},
): Promise<TestPortal> {
  const database = on ?? (await testDatabase());
  const db = openDatabase(database.roles);
  const clock = testClock(start);
  const answers = answerCheck(allRoutes);
  let calledAs: TeamRole | null = null;
  const bankFiles = await mkdtemp(join(tmpdir(), 'mizan-bank-files-'));
  const exportsFolder = await mkdtemp(join(tmpdir(), 'mizan-exports-'));
  const { app, served } = await buildApp({
    config: {
      publicUrl: null,
      demo,
      breachedPasswords: null,
      version: '0.0.0',
      // How many calls a test makes in a minute is the machine's speed.
      sessionCallsPerMinute: 60_000,
    },
    db,
    clock,
    log: createLog('silent'),
    mailer: openMailer({ smtpUrl: null, host: 'localhost', clock }),
    secret: testSecret,
    linkBase: () => 'http://localhost:8080',
    bankFiles: filesIn(bankFiles, dropFolder),
    exportsFolder,
    hear: () => () => undefined,
    ...options,
    checkAnswer: answers.check,
    asCaller: (caller) => ({ ...caller, teamRole: calledAs ?? caller.teamRole }),
  });
  await app.ready();
  atFileEnd(async () => {
    await app.close();
    await closeDatabase(db);
    await rm(bankFiles, { recursive: true, force: true });
    await rm(exportsFolder, { recursive: true, force: true });
    expect(answers.problems).toEqual([]);
  });
  return {
    app,
    served,
    database,
    db,
    bankFiles,
    exportsFolder,
    clock,
    seen: answers.seen,
    callAs: (teamRole) => {
      calledAs = teamRole;
    },
    tokenOf: (userId) =>
      inPlatform(db, (tx) => openSession(tx, { userId, at: clock.now(), userAgent: null, ip: '127.0.0.1' })),
    call: (route, args, { token, from, idempotencyKey } = {}) => {
      const { params, query, body } = args as Args;
      const { payload, type } = bodyOf(route, body);
      return app.inject({
        method: route.method,
        ...(from === undefined ? {} : { remoteAddress: from }),
        url: pathOf(route, params) + queryText(query),
        headers: headersOf({ token, type, idempotencyKey }),
        ...(payload === undefined ? {} : { payload }),
      });
    },
  };
}
