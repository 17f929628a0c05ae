import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rateClasses } from '@mizan/contract/rate-classes.ts';
import { retentionTerms, type TimedKind, timedKinds } from '@mizan/contract/retention.ts';
import type { RetentionDays } from './platform/housekeeping/retention.ts';
import { hostNameOf, isLocalName } from './platform/http/origin.ts';
import { type LogLevel, logLevels } from './platform/log.ts';
import { defaultDataDir } from './platform/postgres/data-folder.ts';
import { archivePath } from './platform/postgres/wal-archive.ts';
import type { ScannerAddress } from './platform/scanner/clamd.ts';
import { breachedLine, breachedLineChars } from './platform/sessions/breached-passwords.ts';
import type { TracingSettings } from './platform/tracing/otlp.ts';
import { type Environment, secretSetting, setting, startOf, WrongSetting } from './setting.ts';
import { readTracing } from './tracing-settings.ts';

export { WrongSetting } from './setting.ts';

/** What the environment says, checked and whole (rules D9). */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Where the embedded database and what the portal makes for itself are kept. */
  readonly dataDir: string;
  /** Null: the embedded PostgreSQL. */
  readonly databaseUrl: string | null;
  /** Null: made at the first start and kept in dataDir; only with the embedded database. */
  readonly secret: string | null;
  /** The address people use, without a path; null on loopback, where it is http://localhost:<port>. */
  readonly publicUrl: URL | null;
  /** Whose X-Forwarded-For is believed, by address or network; null: any private address. */
  readonly trustedProxies: readonly string[] | null;
  readonly smtpUrl: string | null;
  /** A sorted list of the SHA-1 hashes of breached passwords; null where nobody brought one. */
  readonly breachedPasswords: string | null;
  /** The clamd that documents of applications are scanned by; null where nobody set one. */
  readonly virusScanner: ScannerAddress | null;
  /** Below it lie the folders that files of banks are dropped into; null where nobody set one. */
  readonly dropFolder: string | null;
  /** What the embedded database keeps its WAL in; null where nobody set one. */
  readonly walArchive: string | null;
  /** How many calls one session may make in this process. */
  readonly sessionCallsPerMinute: number;
  /** How long is kept what has no time by law or by its own code. */
  readonly keepDays: RetentionDays;
  /** The kinds of which the environment says how long: nobody else does then. */
  readonly keepFixed: readonly TimedKind[];
  /** Demo data, demo sign-ins and the readable outbox: on this machine alone. */
  readonly demo: boolean;
  readonly logLevel: LogLevel;
  /** Which traces are sent; null where nobody wants them. */
  readonly tracing: TracingSettings | null;
  readonly version: string;
}

const cloneDir = fileURLToPath(new URL('..', import.meta.url));
const defaultPort = 8080;
const maxPort = 65_535;
const leastSessionCalls = 60;
const clamdPort = 3310;
/** 32 characters of base64url hold 192 bits. */
export const secretChars = 32;

function readPort(env: Environment): number {
  const text = setting(env, 'PORT');
  if (text === null) return defaultPort;
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= maxPort) return port;
  throw new WrongSetting('PORT', `must be a number from 0 to ${maxPort} (0: any free one), not '${text}'`);
}

function readHost(env: Environment): string {
  const host = setting(env, 'HOST') ?? '127.0.0.1';
  if (/^[A-Za-z0-9.:_-]+$/.test(host)) return host;
  throw new WrongSetting('HOST', `must be a host name or an address to listen on, not '${host}'`);
}

/** A URL of one of these protocols. Says nothing of the value where it may hold a password. */
function readUrl(
  text: string | null,
  name: string,
  protocols: readonly string[],
  example: string,
): URL | null {
  if (text === null) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && protocols.includes(url.protocol) && url.hostname !== '') return url;
  throw new WrongSetting(name, `must be an address like ${example}`);
}

/** The files of a client certificate, which the driver reads anew for each connection. */
function checkCertificate(options: URLSearchParams): void {
  if (options.has('sslcert') !== options.has('sslkey')) {
    throw new WrongSetting('DATABASE_URL', 'must name sslcert and sslkey together, or neither');
  }
  const unreadable = ['sslcert', 'sslkey', 'sslrootcert'].find((name) => {
    const path = options.get(name);
    return path !== null && startOf(path, 1) === null;
  });
  if (unreadable === undefined) return;
  throw new WrongSetting('DATABASE_URL', `must name a file that can be read: ${unreadable}`);
}

/** Beyond this machine the way to the database is encrypted, or somebody has said that it need not be. */
function readDatabaseUrl(env: Environment): string | null {
  const [name, example] = ['DATABASE_URL', 'postgres://owner:…@host:5432/mizan?sslmode=verify-full'];
  const url = readUrl(secretSetting(env, name), name, ['postgres:', 'postgresql:'], example);
  if (url === null) return null;
  checkCertificate(url.searchParams);
  const mode = url.searchParams.get('sslmode');
  if (isLocalName(url.hostname) || mode === 'verify-full' || mode === 'disable') return url.href;
  const how = 'sslmode=verify-full, or sslmode=disable where nobody else is on the way';
  throw new WrongSetting(name, `must say how a database on another machine is reached: ${how}`);
}

function readSmtpUrl(env: Environment): string | null {
  const example = 'smtps://user:…@host:465';
  return readUrl(secretSetting(env, 'SMTP_URL'), 'SMTP_URL', ['smtp:', 'smtps:'], example)?.href ?? null;
}

function readPublicUrl(env: Environment): URL | null {
  const [name, example] = ['PUBLIC_URL', 'https://portal.example.sa'];
  const url = readUrl(setting(env, name), name, ['https:', 'http:'], example);
  if (!url) return null;
  if (url.pathname !== '/' || url.search || url.hash || url.username || url.password) {
    throw new WrongSetting('PUBLIC_URL', 'must be an origin alone: no path, query or credentials');
  }
  if (url.protocol === 'http:' && !isLocalName(url.hostname)) {
    const why = 'browsers give neither secure cookies nor WebCrypto to http';
    throw new WrongSetting('PUBLIC_URL', `must be https (${why}), except on loopback`);
  }
  return url;
}

/**
 * '10.0.0.5' or '10.0.0.0/8': a network has some bits, so that no slip of the pen trusts everybody. What comes by a
 * proxy names no interface of this machine ('fe80::1%eth0').
 */
function isNetwork(text: string): boolean {
  if (text.includes('%')) return false;
  const [address = '', bits, ...more] = text.split('/');
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  if (most === 0 || more.length > 0) return false;
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= most);
}

function readTrustedProxies(env: Environment, publicUrl: URL | null): readonly string[] | null {
  const text = setting(env, 'TRUSTED_PROXIES');
  if (text === null) return null;
  if (publicUrl === null) {
    throw new WrongSetting('TRUSTED_PROXIES', 'is for a portal behind a proxy: PUBLIC_URL is not set');
  }
  const named = text.split(',').map((each) => each.trim());
  const wrong = named.find((each) => !isNetwork(each));
  if (wrong === undefined) return named;
  const example = 'addresses or networks like 10.0.0.5,10.9.0.0/16';
  throw new WrongSetting('TRUSTED_PROXIES', `must be ${example}, not '${wrong}'`);
}

function readSecret(env: Environment, databaseUrl: string | null): string | null {
  const secret = secretSetting(env, 'MIZAN_SECRET');
  if (secret === null && databaseUrl !== null) {
    const how = `${secretChars} random characters or more, the same for every portal on this database`;
    throw new WrongSetting('MIZAN_SECRET', `is required with DATABASE_URL: ${how}`);
  }
  if (secret !== null && secret.length < secretChars) {
    throw new WrongSetting('MIZAN_SECRET', `must have ${secretChars} characters or more`);
  }
  return secret;
}

/** In the demo a person reads the terminal: unasked, it says what went wrong and no more. */
function readLogLevel(env: Environment, demo: boolean): LogLevel {
  const text = setting(env, 'LOG_LEVEL') ?? (demo ? 'warn' : 'info');
  const level = logLevels.find((each) => each === text);
  if (level) return level;
  throw new WrongSetting('LOG_LEVEL', `must be one of ${logLevels.join(', ')}, not '${text}'`);
}

/** At least what one screen asks for when it opens; there is no most: benchmarks ask as fast as they can. */
function readSessionCalls(env: Environment): number {
  const text = setting(env, 'SESSION_CALLS_PER_MINUTE');
  if (text === null) return rateClasses.sessionCalls.most;
  const calls = Number(text);
  if (/^\d{1,9}$/.test(text) && calls >= leastSessionCalls) return calls;
  const range = `${leastSessionCalls} or more, of nine digits at most`;
  throw new WrongSetting('SESSION_CALLS_PER_MINUTE', `must be a number, ${range}, not '${text}'`);
}

/** Whole days within what is of use to somebody and what nobody may keep without a reason. */
function readKeepDays(env: Environment): RetentionDays {
  const read = ({ setting: name, usual, least, most }: (typeof retentionTerms)[TimedKind]): number => {
    const text = setting(env, name);
    if (text === null) return usual;
    const days = Number(text);
    if (/^\d{1,5}$/.test(text) && days >= least && days <= most) return days;
    throw new WrongSetting(name, `must be a number of days from ${least} to ${most}, not '${text}'`);
  };
  return {
    notices: read(retentionTerms.notices),
    webhooks: read(retentionTerms.webhooks),
    mails: read(retentionTerms.mails),
    sessions: read(retentionTerms.sessions),
    violations: read(retentionTerms.violations),
  };
}

type DemoPlace = Pick<Config, 'host' | 'databaseUrl' | 'publicUrl'>;

/** The demo's sign-ins are public, so it runs where nobody else can reach it, and nowhere else. */
function readDemo(env: Environment, { host, databaseUrl, publicUrl }: DemoPlace): boolean {
  const asked = setting(env, 'MIZAN_DEMO');
  if (asked !== null && asked !== '0' && asked !== '1') {
    throw new WrongSetting('MIZAN_DEMO', `must be 0 or 1, not '${asked}'`);
  }
  const obstacle =
    (databaseUrl !== null && 'DATABASE_URL is set') ||
    (publicUrl !== null && 'PUBLIC_URL is set') ||
    (!isLocalName(hostNameOf(host)) && `HOST is ${host}`) ||
    null;
  if (asked === '1' && obstacle) {
    const where = 'the demo runs with the embedded database, on loopback and without PUBLIC_URL';
    throw new WrongSetting('MIZAN_DEMO', `cannot be 1 where ${obstacle}: ${where}`);
  }
  return asked !== '0' && obstacle === null;
}

const firstLineOf = (path: string): string =>
  startOf(path, breachedLineChars)?.toString('latin1').split('\n')[0] ?? '';

/** The path of the list, whose first line shows that it is one: the list may be larger than the memory. */
function readBreachedPasswords(env: Environment): string | null {
  const path = setting(env, 'BREACHED_PASSWORDS');
  if (path !== null && !breachedLine.test(firstLineOf(path))) {
    const format = 'SHA-1 in hex, one a line, sorted, as Pwned Passwords is published by hash';
    throw new WrongSetting('BREACHED_PASSWORDS', `must name a file that can be read (${format})`);
  }
  return path;
}

/** A clamd by its port, by that of a TLS proxy before it, or by its socket in the file system. */
function readScanner(env: Environment): ScannerAddress | null {
  const text = setting(env, 'VIRUS_SCANNER');
  if (text === null) return null;
  const path = /^unix:(?:\/\/)?(\/.+)$/.exec(text)?.[1];
  if (path !== undefined) return { path };
  const url = URL.canParse(text) ? new URL(text) : null;
  // Bare: clamd asks for no password, and one that stood there would be sent nowhere.
  const protocol = /^(tcp|tls):\/\/[^/?#@]+\/?$/.exec(url?.href ?? '')?.[1];
  // Sockets take an address of IPv6 without its brackets.
  const host = url?.hostname.replaceAll(/[[\]]/g, '');
  if (protocol && host) return { host, port: Number(url?.port || clamdPort), tls: protocol === 'tls' };
  const examples = 'tcp://host:3310, tls://host:3310 or unix:/run/clamav/clamd.ctl';
  throw new WrongSetting('VIRUS_SCANNER', `must be an address like ${examples}`);
}

/** A folder that is there: one that is not mounted yet would look like one without files. */
function readDropFolder(env: Environment): string | null {
  const path = setting(env, 'DROP_FOLDER');
  if (path === null) return null;
  const found = isAbsolute(path) ? statSync(path, { throwIfNoEntry: false }) : undefined;
  if (found?.isDirectory()) return path;
  throw new WrongSetting('DROP_FOLDER', `must be the whole path of a folder that is there, not '${path}'`);
}

/** A folder for the embedded database alone: another server has an archive of its own, or none. */
function readWalArchive(env: Environment, databaseUrl: string | null): string | null {
  const path = setting(env, 'WAL_ARCHIVE');
  if (path === null) return null;
  if (databaseUrl !== null)
    throw new WrongSetting(
      'WAL_ARCHIVE',
      'is of the embedded database: with DATABASE_URL its server has its own',
    );
  if (archivePath.test(path)) return path;
  const characters = 'letters, digits, points, hyphens and underscores';
  throw new WrongSetting(
    'WAL_ARCHIVE',
    `must be the whole path of a folder, of ${characters}, not '${path}'`,
  );
}

function readVersion(): string {
  const file = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(file) as { version: string }).version;
}

/** The configuration of this process. Throws WrongSetting with one clear line. */
export function readConfig(env: Environment): Config {
  const host = readHost(env);
  const databaseUrl = readDatabaseUrl(env);
  const publicUrl = readPublicUrl(env);
  const smtpUrl = readSmtpUrl(env);
  const demo = readDemo(env, { host, databaseUrl, publicUrl });
  if (publicUrl === null && !isLocalName(hostNameOf(host))) {
    throw new WrongSetting('PUBLIC_URL', `is required where HOST is ${host}: the https address people use`);
  }
  if (!demo && smtpUrl === null) {
    throw new WrongSetting('SMTP_URL', 'is required without the demo: one-time codes and links go by e-mail');
  }
  return {
    port: readPort(env),
    host,
    dataDir: setting(env, 'DATA_DIR') ?? defaultDataDir(cloneDir),
    databaseUrl,
    secret: readSecret(env, databaseUrl),
    publicUrl,
    trustedProxies: readTrustedProxies(env, publicUrl),
    smtpUrl,
    breachedPasswords: readBreachedPasswords(env),
    virusScanner: readScanner(env),
    dropFolder: readDropFolder(env),
    walArchive: readWalArchive(env, databaseUrl),
    sessionCallsPerMinute: readSessionCalls(env),
    keepDays: readKeepDays(env),
    keepFixed: timedKinds.filter((kind) => setting(env, retentionTerms[kind].setting) !== null),
    demo,
    logLevel: readLogLevel(env, demo),
    tracing: readTracing(env),
    version: readVersion(),
  };
}

/** The address of the portal for people and for links in mails, once it is known on which port it listens. */
export const portalUrl = (config: Config, port: number): URL =>
  config.publicUrl ?? new URL(`http://localhost:${port}`);
