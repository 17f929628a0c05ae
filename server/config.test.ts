import { readFileSync } from 'node:fs';
import { retentionTerms } from '@mizan/contract/retention.ts';
import { expect, test } from 'vitest';
import { portalUrl, readConfig } from './config.ts';

const database = 'postgres://owner:pw@db.internal:5432/mizan?sslmode=verify-full';
const secret = 'x'.repeat(32);
const production = {
  DATABASE_URL: database,
  MIZAN_SECRET: secret,
  PUBLIC_URL: 'https://portal.example.sa',
  SMTP_URL: 'smtps://user:pw@mail.example.sa',
  HOST: '0.0.0.0',
};

test('nothing set: the demo on loopback with the embedded database', () => {
  expect(readConfig({})).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    databaseUrl: null,
    secret: null,
    publicUrl: null,
    smtpUrl: null,
    demo: true,
    logLevel: 'warn',
  });
});

test('production: no demo, whatever else holds', () => {
  const config = readConfig({ ...production, PORT: '80', LOG_LEVEL: 'warn', DATA_DIR: '/srv/mizan' });
  expect(config).toMatchObject({ port: 80, demo: false, dataDir: '/srv/mizan', logLevel: 'warn', secret });
  expect(readConfig(production).logLevel).toBe('info');
  expect(portalUrl(config, 80).href).toBe('https://portal.example.sa/');
});

test('a session makes 1,200 calls a minute, unless somebody says otherwise', () => {
  expect(readConfig({}).sessionCallsPerMinute).toBe(1_200);
  expect(readConfig({ SESSION_CALLS_PER_MINUTE: '60000' }).sessionCallsPerMinute).toBe(60_000);
});

test('times for what is kept: the usual ones, or days within the limits that the runbook names', () => {
  expect(readConfig({}).keepDays).toEqual({
    notices: 400,
    webhooks: 90,
    mails: 30,
    sessions: 30,
    violations: 400,
  });
  expect(readConfig({}).keepFixed).toEqual([]);
  expect(readConfig({ KEEP_MAILS_DAYS: '30', KEEP_SESSIONS_DAYS: '9' }).keepFixed).toEqual([
    'mails',
    'sessions',
  ]);
  const runbook = readFileSync(new URL('../docs/runbook.md', import.meta.url), 'utf8');
  for (const [kept, { setting: name, usual, least, most }] of Object.entries(retentionTerms)) {
    const daysOf = (text: string) =>
      readConfig({ [name]: text }).keepDays[kept as keyof typeof retentionTerms];
    expect([daysOf(String(least)), daysOf(String(most))]).toEqual([least, most]);
    for (const wrong of [String(least - 1), String(most + 1), '-1', '1.5', 'ever', '0x64']) {
      expect(() => daysOf(wrong), `${name}=${wrong}`).toThrow(name);
    }
    expect(runbook).toContain(`| ${usual} days | \`${name}\`, ${least} to ${most} |`);
  }
});

test('proxies are named by address and network, or not at all', () => {
  expect(readConfig(production).trustedProxies).toBeNull();
  const named = { ...production, TRUSTED_PROXIES: '10.0.0.5, 10.9.0.0/16,fd00::/8' };
  expect(readConfig(named).trustedProxies).toEqual(['10.0.0.5', '10.9.0.0/16', 'fd00::/8']);
});

test('the root of watched folders is a folder that is there', () => {
  expect([readConfig({}).dropFolder, readConfig({ DROP_FOLDER: '/' }).dropFolder]).toEqual([null, '/']);
  expect([readConfig({}).walArchive, readConfig({ WAL_ARCHIVE: '/srv/wal' }).walArchive]).toEqual([
    null,
    '/srv/wal',
  ]);
});

test('a scanner is named by its port or by its socket', () => {
  const scannerOf = (text: string) => readConfig({ VIRUS_SCANNER: text }).virusScanner;
  expect(scannerOf('')).toBeNull();
  expect(scannerOf('tcp://clamav.internal:3311')).toEqual({
    host: 'clamav.internal',
    port: 3311,
    tls: false,
  });
  expect(scannerOf('tcp://10.0.0.9')).toEqual({ host: '10.0.0.9', port: 3310, tls: false });
  expect(scannerOf('tls://clamav.internal')).toEqual({ host: 'clamav.internal', port: 3310, tls: true });
  expect(scannerOf('tcp://[::1]:3310/')).toEqual({ host: '::1', port: 3310, tls: false });
  for (const text of ['unix:/run/clamav/clamd.ctl', 'unix:///run/clamav/clamd.ctl']) {
    expect(scannerOf(text)).toEqual({ path: '/run/clamav/clamd.ctl' });
  }
});

test('an empty value is none', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ', MIZAN_DEMO: '' })).toMatchObject({
    port: 8080,
    demo: true,
  });
});

test.each<[string, Record<string, string>, string]>([
  [
    'a port that is no number',
    { PORT: '80a' },
    "PORT must be a number from 0 to 65535 (0: any free one), not '80a'",
  ],
  ['a port out of range', { PORT: '70000' }, 'PORT must be a number'],
  [
    'fewer calls than a screen makes',
    { SESSION_CALLS_PER_MINUTE: '59' },
    "SESSION_CALLS_PER_MINUTE must be a number, 60 or more, of nine digits at most, not '59'",
  ],
  ['calls that are no number', { SESSION_CALLS_PER_MINUTE: '1e9' }, 'SESSION_CALLS_PER_MINUTE must be'],
  [
    'a proxy by name',
    { ...production, TRUSTED_PROXIES: '10.0.0.5, proxy' },
    "TRUSTED_PROXIES must be addresses or networks like 10.0.0.5,10.9.0.0/16, not 'proxy'",
  ],
  ...['0.0.0.0/0', 'fe80::1%eth0', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.5,', '::1/129'].map(
    (networks): [string, Record<string, string>, string] => [
      `proxies that are no network: ${networks}`,
      { ...production, TRUSTED_PROXIES: networks },
      'TRUSTED_PROXIES must be addresses or networks',
    ],
  ),
  [
    'proxies before nothing',
    { TRUSTED_PROXIES: '10.0.0.5' },
    'TRUSTED_PROXIES is for a portal behind a proxy',
  ],
  ...['clamav', 'http://clamav:3310', 'tcp://', 'tcp://u:p@clamav', 'tcp://clamav/x', 'unix:clamd.ctl'].map(
    (address): [string, Record<string, string>, string] => [
      `a scanner that is none: ${address}`,
      { VIRUS_SCANNER: address },
      'VIRUS_SCANNER must be an address like tcp://host:3310, tls://host:3310 or unix:/run/clamav/clamd.ctl',
    ],
  ),
  ...['files', '/nowhere/at/all', import.meta.filename].map(
    (path): [string, Record<string, string>, string] => [
      `a root of watched folders that is none: ${path}`,
      { DROP_FOLDER: path },
      'DROP_FOLDER must be the whole path of a folder that is there',
    ],
  ),
  ['a host with a path', { HOST: 'http://here/' }, 'HOST must be a host name'],
  [
    'a database that is no PostgreSQL',
    { DATABASE_URL: 'mysql://a@b/c' },
    'DATABASE_URL must be an address like',
  ],
  [
    'a database on another machine, reached nobody says how',
    { ...production, DATABASE_URL: 'postgres://owner:pw@db.internal:5432/mizan' },
    'DATABASE_URL must say how a database on another machine is reached: sslmode=verify-full',
  ],
  [
    'a database whose certificate is not looked at',
    { ...production, DATABASE_URL: 'postgres://owner:pw@db.internal:5432/mizan?sslmode=no-verify' },
    'DATABASE_URL must say how',
  ],
  [
    'a certificate for the database without its key',
    { ...production, DATABASE_URL: `${database}&sslcert=${import.meta.filename}` },
    'DATABASE_URL must name sslcert and sslkey together, or neither',
  ],
  [
    'a certificate for the database that is not there',
    { ...production, DATABASE_URL: `${database}&sslcert=${import.meta.filename}&sslkey=/nowhere` },
    'DATABASE_URL must name a file that can be read: sslkey',
  ],
  [
    'a database without a secret',
    { ...production, MIZAN_SECRET: '' },
    'MIZAN_SECRET is required with DATABASE_URL',
  ],
  ['a short secret', { MIZAN_SECRET: 'short' }, 'MIZAN_SECRET must have 32 characters or more'],
  ['a public address that is none', { PUBLIC_URL: 'portal' }, 'PUBLIC_URL must be an address like'],
  [
    'plain http for the public',
    { ...production, PUBLIC_URL: 'http://portal.sa' },
    'PUBLIC_URL must be https',
  ],
  [
    'a public address with a path',
    { ...production, PUBLIC_URL: 'https://a.sa/x' },
    'PUBLIC_URL must be an origin',
  ],
  [
    'everybody may reach it, under no name',
    { ...production, PUBLIC_URL: '' },
    'PUBLIC_URL is required where HOST',
  ],
  ['mail by another protocol', { SMTP_URL: 'http://mail' }, 'SMTP_URL must be an address like'],
  ['no mail without the demo', { MIZAN_DEMO: '0' }, 'SMTP_URL is required without the demo'],
  ['a demo that is neither', { MIZAN_DEMO: 'yes' }, "MIZAN_DEMO must be 0 or 1, not 'yes'"],
  [
    'a demo on a real database',
    { ...production, MIZAN_DEMO: '1' },
    'MIZAN_DEMO cannot be 1 where DATABASE_URL is set',
  ],
  [
    'a demo under a public address',
    { MIZAN_DEMO: '1', PUBLIC_URL: 'https://a.sa' },
    'MIZAN_DEMO cannot be 1 where PUBLIC_URL is set',
  ],
  [
    'a demo that others can reach',
    { MIZAN_DEMO: '1', HOST: '0.0.0.0' },
    'MIZAN_DEMO cannot be 1 where HOST is 0.0.0.0',
  ],
  [
    'a list of breached passwords that is not there',
    { BREACHED_PASSWORDS: '/nowhere' },
    'BREACHED_PASSWORDS',
  ],
  [
    'a list of breached passwords that is none',
    { BREACHED_PASSWORDS: import.meta.filename },
    'BREACHED_PASSWORDS must name a file that can be read',
  ],
  ['an unknown log level', { LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error'],
])('the start stops with one clear line: %s', (_, env, line) => {
  expect(() => readConfig(env)).toThrow(line);
  expect(() => readConfig(env)).toThrow(/^[^\n]+$/);
});

test('no message repeats a password', () => {
  for (const env of [{ DATABASE_URL: 'mysql://u:hunter2@h/d' }, { SMTP_URL: 'ftp://u:hunter2@h' }]) {
    expect(() => readConfig(env)).toThrow(/^(?!.*hunter2)/);
  }
});

test('the demo is off where it cannot be, without being asked', () => {
  const smtp = { SMTP_URL: production.SMTP_URL };
  expect(readConfig({ ...smtp, PUBLIC_URL: 'http://localhost:8080' }).demo).toBe(false);
  expect(readConfig({ ...smtp, MIZAN_DEMO: '0' }).demo).toBe(false);
});

test('traces: off without an address, or where they are switched off; sampled as the usual variables say', () => {
  const to = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };
  const tracingOf = (more: Record<string, string>) => readConfig(more).tracing;
  expect(tracingOf({})).toBeNull();
  expect(tracingOf({ ...to, OTEL_SDK_DISABLED: 'true' })).toBeNull();
  expect(tracingOf({ ...to, OTEL_TRACES_EXPORTER: 'none' })).toBeNull();
  expect(tracingOf(to)).toEqual({
    url: 'http://collector:4318/v1/traces',
    headers: {},
    resource: {},
    ratio: 1,
  });
  const named = {
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example.sa/otlp',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc, x-team=pay',
    OTEL_RESOURCE_ATTRIBUTES: 'service.name=other,deployment.environment.name=riyadh',
    OTEL_SERVICE_NAME: 'mizan-riyadh',
  };
  expect(tracingOf({ ...to, ...named })).toEqual({
    url: 'https://traces.example.sa/otlp',
    headers: { authorization: 'Bearer abc', 'x-team': 'pay' },
    resource: { 'service.name': 'mizan-riyadh', 'deployment.environment.name': 'riyadh' },
    ratio: 1,
  });
  const part = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.05' };
  expect(tracingOf({ ...to, ...part })?.ratio).toBe(0.05);
  expect(tracingOf({ ...to, OTEL_TRACES_SAMPLER: 'always_off' })?.ratio).toBe(0);
  for (const wrong of [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
    { ...to, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    { ...to, OTEL_TRACES_SAMPLER: 'jaeger_remote' },
    { ...to, OTEL_TRACES_SAMPLER_ARG: '1.5' },
    { ...to, OTEL_EXPORTER_OTLP_HEADERS: 'Bearer abc' },
    { ...to, OTEL_RESOURCE_ATTRIBUTES: 'a=%zz' },
  ]) {
    expect(() => tracingOf(wrong)).toThrow('OTEL_');
  }
});
