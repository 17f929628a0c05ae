import { allRoutes } from '@mizan/contract/all-routes.ts';
import { apiBase } from '@mizan/contract/route.ts';
import { hashSync } from '@node-rs/argon2';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { countCallFrom } from '../../../platform/attempts/attempts.ts';
import { testClock } from '../../../platform/clock.ts';
import {
  closeDatabase,
  type Database,
  openDatabase,
  platformRows,
} from '../../../platform/database/database.ts';
import type { On } from '../../../platform/http/call.ts';
import { createHttp } from '../../../platform/http/http.ts';
import { createLog } from '../../../platform/log.ts';
import { type Mailer, openMailer } from '../../../platform/mail/mailer.ts';
import { createMetrics } from '../../../platform/metrics.ts';
import { authenticate, requireFresh } from '../../../platform/sessions/sessions.ts';
import { requireOn } from '../../../platform/settings/require-on.ts';
import { answerCheck } from '../../../platform/testing/answers.ts';
import { type TestDatabase, testSecret } from '../../../platform/testing/database.ts';
import { tellUnderReview } from '../../onboarding/under-review.service.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { registerAuthRoutes } from '../auth.routes.ts';
import { deviceCookieName } from '../device-cookie.ts';
import { openSignInKeys } from '../sign-in-keys.ts';
import { sealWith } from './seal-with.ts';

export const rightPassword = 'Wadi-Hanifa#7';
/** Strong, not guessable, and known to this portal from a breach. */
export const breachedPassword = 'Leaked-Khaki#8';
/**
 * One hash for all users of a run, of one pass over a few KB: whoever checks a password pays what its hash asks for, and
 * hundreds of sign-ins would pay 30 ms each. What the portal asks for stands in passwords.test and same-answer.test.
 */
const rightHash = hashSync(rightPassword, { memoryCost: 8, timeCost: 1, parallelism: 1 });

/** A portal that knows sign-in alone, on a clock that the test moves. */
export interface SignInPortal {
  app: FastifyInstance;
  db: Database;
  deps: AuthDeps;
  clock: ReturnType<typeof testClock>;
  post(path: string, body: object, options?: CallOptions): Promise<LightMyRequestResponse>;
  get(path: string, options?: CallOptions): Promise<LightMyRequestResponse>;
  send(
    method: 'PUT' | 'DELETE',
    path: string,
    body: object | undefined,
    options?: CallOptions,
  ): Promise<LightMyRequestResponse>;
  /** Signs in as the login screen does: both fields sealed with the public key. */
  signIn(username: string, password?: string, options?: CallOptions): Promise<LightMyRequestResponse>;
  /** A text as the screens send a password: sealed with the public key. */
  sealed(text: string): Promise<string>;
  close(): Promise<void>;
}
export interface CallOptions {
  token?: string;
  device?: string | undefined;
  ip?: string;
  isPoll?: boolean;
  headers?: Record<string, string>;
}

/** Asks a portal as a browser on this machine would, or one elsewhere. */
const injector =
  (app: FastifyInstance) =>
  (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, options: CallOptions = {}) =>
    app.inject({
      method,
      url: apiBase + path,
      ...(body ? { payload: body } : {}),
      ...(options.ip ? { remoteAddress: options.ip } : {}),
      ...(options.device ? { cookies: { [deviceCookieName]: options.device } } : {}),
      headers: {
        host: 'localhost',
        'user-agent': 'Test/1',
        ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
        ...(options.isPoll ? { 'x-mizan-poll': '1' } : {}),
        ...options.headers,
      },
    });

export const testStart = new Date('2026-11-21T08:00:00Z');

export async function signInPortal(
  database: TestDatabase,
  {
    clock = testClock(testStart),
    mailer,
    mailMoment = () => 0,
    register = () => {},
  }: {
    clock?: ReturnType<typeof testClock>;
    mailer?: Mailer;
    mailMoment?: AuthDeps['mailMoment'];
    /** Further features on the same portal. */
    register?: (on: On, deps: AuthDeps) => void;
  } = {},
): Promise<SignInPortal> {
  const db = openDatabase(database.roles);
  const ownMailer = mailer ?? openMailer({ smtpUrl: null, host: 'localhost', clock });
  const deps: AuthDeps = {
    db,
    clock,
    mailer: ownMailer,
    keys: openSignInKeys(db, clock, testSecret),
    isBreached: async (password) => password === breachedPassword,
    secret: testSecret,
    linkBase: () => 'https://portal.example.sa',
    mailMoment,
    mailboxProven: (tx, owner) => tellUnderReview(tx, ownMailer, owner),
  };
  const answers = answerCheck(allRoutes);
  const { app, on } = await createHttp({
    log: createLog('silent'),
    metrics: createMetrics(),
    publicUrl: null,
    checkAnswer: answers.check,
    authenticate: (token, call) => authenticate(db, clock, token, call),
    requireFresh: (caller) => requireFresh(caller, clock),
    countCall: (rateClass, ip) => countCallFrom(db, clock, rateClass, ip),
    requireOn: (feature) => requireOn(db, feature),
  });
  registerAuthRoutes(on, deps);
  register(on, deps);
  await app.ready();

  const call = injector(app);

  async function sealed(text: string): Promise<string> {
    const { pemKey } = (await call('GET', '/auth/public-key')).json<{ pemKey: string }>();
    return sealWith(pemKey, text);
  }

  async function signIn(username: string, password = rightPassword, options: CallOptions = {}) {
    const body = { username: await sealed(username), password: await sealed(password) };
    return call('POST', '/auth/get-token', body, options);
  }

  return {
    app,
    db,
    deps,
    clock,
    signIn,
    sealed,
    post: (path, body, options) => call('POST', path, body, options),
    get: (path, options) => call('GET', path, undefined, options),
    send: call,
    close: async () => {
      await app.close();
      await closeDatabase(db);
      expect(answers.problems).toEqual([]);
    },
  };
}

/** The trusted-device cookie that an answer sets; '' where it is cleared, undefined where it is left alone. */
export const deviceOf = (answer: LightMyRequestResponse): string | undefined =>
  answer.cookies.find(({ name }) => name === deviceCookieName)?.value;

/** The newest mail to an address. */
export async function newestMail(
  db: Database,
  to: string,
): Promise<{ code: string | null; link: string | null; text: string; subject: string }> {
  const rows = await platformRows<{
    code: string | null;
    link: string | null;
    text: string;
    subject: string;
  }>(
    db,
    `SELECT code, link, body_text AS text, subject FROM outbox_mails WHERE recipient = $1 ORDER BY id DESC LIMIT 1`,
    [to],
  );
  if (!rows[0]) throw new Error(`no mail to ${to}`);
  return rows[0];
}

export interface TestMerchant {
  id: string;
  branchId: string;
}

export async function addMerchant(db: Database, status = 'ACTIVE'): Promise<TestMerchant> {
  const rows = await platformRows<TestMerchant>(
    db,
    `WITH merchant AS (
       INSERT INTO merchants (uuid, name_en, name_ar, status, closed_at)
       VALUES (gen_random_uuid(), 'Diyar Coffee', 'قهوة ديار', $1, CASE WHEN $1 = 'CLOSED' THEN now() END) RETURNING id
     ), branch AS (
       INSERT INTO branches (merchant_id, code, name_en, name_ar) SELECT id, 'OLY', 'Olaya', 'العليا' FROM merchant
       RETURNING merchant_id, id
     )
     SELECT merchant_id::text AS id, id::text AS "branchId" FROM branch`,
    [status],
  );
  if (!rows[0]) throw new Error('no merchant');
  return rows[0];
}

interface TestUser {
  role: 'MERCHANT' | 'CASHIER' | 'ADMIN';
  merchant?: TestMerchant;
  email?: string;
  username?: string;
  status?: 'ACTIVE' | 'INACTIVE';
  verified?: boolean;
  locale?: 'en' | 'ar';
}

export async function addUser(db: Database, user: TestUser): Promise<string> {
  const rows = await platformRows<{ id: string }>(
    db,
    `INSERT INTO users (merchant_id, role, username, email, full_name, password_hash, status, email_verified_at,
       branch_id, locale)
     VALUES ($1, $2, $3, $4, 'Sara Al-Otaibi', $5, $6, $7, $8, $9) RETURNING id::text`,
    [
      user.merchant?.id ?? null,
      user.role,
      user.username ?? null,
      user.email ?? null,
      rightHash,
      user.status ?? 'ACTIVE',
      user.verified === false ? null : testStart,
      user.role === 'CASHIER' ? user.merchant?.branchId : null,
      user.locale ?? 'en',
    ],
  );
  return rows[0]?.id ?? '';
}
