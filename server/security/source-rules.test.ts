import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** What would open a door wherever it was written, so that it is written nowhere but where it is named here. */
interface SourceRule {
  rule: string;
  folders: string;
  word: RegExp;
  /** Who may, and each for a reason that stands in the file itself. */
  but?: readonly string[];
}

const everywhere = '{contract,server,terminal,web}';
const rules: readonly SourceRule[] = [
  {
    rule: 'no text is run as a program',
    folders: everywhere,
    word: /\beval\(|new Function\(|from 'node:vm'|setTimeout\('/,
  },
  {
    rule: 'no text is written as markup',
    folders: 'web',
    word: /innerHTML|outerHTML|dangerouslySetInnerHTML|document\.write|insertAdjacentHTML/,
  },
  {
    rule: 'no pattern is built from a text',
    folders: everywhere,
    word: /new RegExp\(/,
  },
  {
    rule: 'no shell, and other programs by the launcher of the database and the fleet alone',
    folders: everywhere,
    word: /from 'node:child_process'|shell: true|execSync\(/,
    but: [
      'server/fleet.ts',
      'server/platform/postgres/cluster.ts',
      'server/platform/postgres/postmaster.ts',
      'server/platform/postgres/process-table.ts',
      'server/platform/postgres/stand-in-portals.ts',
    ],
  },
  {
    rule: 'webhooks, notices to devices and traces alone call somebody by HTTP, and nothing else does',
    folders: 'server',
    word: /\bfetch\(|\bundici\b|opentelemetry\/exporter|from 'node:https'|import \{[^}]*\b(?:request|get)\b[^}]*\} from 'node:http'/,
    but: [
      'server/features/integrator/webhook-post.ts',
      'server/features/push-devices/push-post.ts',
      'server/platform/tracing/otlp.ts',
    ],
  },
  {
    rule: 'no hash that is broken; SHA-1 in the seal of the login and in lists of breached passwords alone, which have it',
    folders: everywhere,
    word: /create(?:Hash|Hmac)\('(?:md5|sha1)'|'sha-?1'/i,
    but: [
      'server/platform/sessions/breached-passwords.ts',
      'server/platform/sessions/sign-in.worker.ts',
      'web/platform/sign-in-crypto.ts',
    ],
  },
  {
    rule: 'no cipher but AES-256-GCM',
    folders: everywhere,
    word: /createCipher(?:iv)?\('(?!aes-256-gcm')|RSA_PKCS1_PADDING|-ecb|-cbc/i,
  },
  {
    rule: 'no secret from a guessable source: chance without a purpose is for waits and simulations',
    folders: '{contract,server}',
    word: /Math\.random/,
  },
  {
    rule: 'no object is rebuilt from bytes of a stranger',
    folders: everywhere,
    word: /from 'node:v8'|\bdeserialize\(|js-yaml|node-serialize/,
    but: ['server/platform/exports/close-heap.ts'],
  },
  {
    rule: 'the browser hears its own socket and the tabs of its own origin, and no other window',
    folders: 'web',
    word: /addEventListener\('message'|window\.onmessage|window\.opener|\.parent\.postMessage/,
    but: [
      // A page hears the worker of its own origin alone.
      'web/platform/led-by-worker.ts',
      'web/platform/live-channel.ts',
      'web/platform/session-alive.ts',
      'web/platform/session-renewal.ts',
      // A worker hears the pages of its own origin alone.
      'web/service-worker.ts',
    ],
  },
];

const root = fileURLToPath(new URL('../..', import.meta.url));
const sourcesIn = (folders: string): string[] =>
  globSync(`${folders}/**/*.{ts,tsx,html}`, { cwd: root }).filter(
    (path) => !/(?:^|\/)(?:node_modules|dist|testing|demo)\/|\.test\.tsx?$|\.bench\.ts$/.test(path),
  );

test.each(rules)('$rule', ({ folders, word, but = [] }) => {
  const sources = sourcesIn(folders);
  expect(sources.length).toBeGreaterThan(10);
  const found = sources.filter((path) => word.test(readFileSync(join(root, path), 'utf8')));
  expect(found.toSorted()).toEqual([...but].toSorted());
});
