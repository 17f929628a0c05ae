import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { testDatabase } from './platform/testing/database.ts';
import { portalEnvironment, runPortal } from './testing/portal-process.ts';

const textOf = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

interface Alert {
  alert: string;
  expr: string;
  annotations: { summary: string; description: string; runbook_url: string };
  labels: { severity: string };
}
const alerts = (
  parse(textOf('ops/prometheus/alerts.yml')) as { groups: { rules: Alert[] }[] }
).groups.flatMap(({ rules }) => rules);
interface Panel {
  id: number;
  title: string;
  targets: { expr: string }[];
  gridPos: { x: number; y: number; w: number; h: number };
}
const { panels } = JSON.parse(textOf('ops/grafana/mizan-portal.json')) as { panels: Panel[] };
const expressions: [string, string][] = [
  ...alerts.map(({ alert, expr }): [string, string] => [alert, expr]),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }): [string, string] => [title, expr])),
];

const database = await testDatabase();
const portal = await runPortal(portalEnvironment(database.url));
afterAll(() => portal.end());
// One call of a route, so that its histogram has its labels.
await fetch(`${portal.url}/api/v1/auth/public-key`);
const exported = await (await fetch(`${portal.url}/metrics`)).text();
const series = new Map<string, Set<string>>();
for (const [, name = '', labels = ''] of exported.matchAll(/^([a-z_0-9]+)(?:\{(.*)\})? /gm)) {
  series.set(name, new Set([...labels.matchAll(/([a-z_]+)="/g)].map(([, label = '']) => label)));
}

/** Prometheus gives these to every series by itself. */
const ofPrometheus = ['job', 'instance'];
const metric = /\b((?:mizan|process|nodejs)_[a-z0-9_]+)(?:\{([^}]*)\})?/g;

test.each(expressions)('%s: asks for what a running portal exports', (_, expr) => {
  const asked = [...expr.matchAll(metric)];
  expect(asked.length + Number(expr.startsWith('up{') || expr.startsWith('sum(up{'))).toBeGreaterThan(0);
  const known = new Set(ofPrometheus);
  for (const [, name = '', matchers = ''] of asked) {
    const labels = series.get(name);
    expect([name, labels !== undefined]).toEqual([name, true]);
    for (const label of labels ?? []) known.add(label);
    for (const [, label = ''] of matchers.matchAll(/([a-z_]+)\s*(?:=~|!~|!=|=)/g)) {
      expect([...ofPrometheus, ...(labels ?? [])]).toContain(label);
    }
    expect(matchers).toContain('job="mizan"');
  }
  for (const [, by = ''] of expr.matchAll(/\bby \(([^)]*)\)/g)) {
    for (const label of by.split(',').map((each) => each.trim())) expect([...known]).toContain(label);
  }
});

/** A heading as the address of its place in the page. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');

test('each alert has a name of its own, a severity, words, and leads to a part of the runbook', () => {
  const anchors = new Set(
    [...textOf('docs/runbook.md').matchAll(/^#{2,3} (.+)$/gm)].map(([, heading = '']) => anchorOf(heading)),
  );
  expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
  for (const { labels, annotations } of alerts) {
    expect(['warning', 'critical']).toContain(labels.severity);
    expect(annotations.summary.length * annotations.description.length).toBeGreaterThan(0);
    const [page, anchor = ''] = annotations.runbook_url.split('#');
    expect(page).toBe('docs/runbook.md');
    expect([...anchors]).toContain(anchor);
  }
});

test('panels of the dashboard have numbers of their own and lie beside each other', () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  expect(panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
});
