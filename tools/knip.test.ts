import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { installedTool, root } from './run/installed-tool.ts';

/** A project with our knip.jsonc and these files; what knip says of it, and whether it let it pass. */
async function checked(files: Record<string, string>): Promise<{ passed: boolean; said: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'mizan-knip-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(join(root, 'knip.jsonc'), join(folder, 'knip.jsonc'));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [installedTool('knip'), '--no-progress', '--no-config-hints', '--directory', folder],
      (error, said) => resolve({ passed: error === null, said }),
    );
  });
}

const workspace = '{"type": "module"}';
const project = {
  'package.json': '{"name": "planted", "workspaces": ["server", "web"]}',
  'server/package.json': workspace,
  'server/main.ts': "import { used } from './a.ts';\nconsole.log(used);\n",
  'server/a.ts': 'export const used = 1;\n',
  'server/a.test.ts': "import { used } from './a.ts';\nconsole.log(used);\n",
};

test('unused: an export of its own file alone, a type, a file and a package are found; what is used is not', async () => {
  expect(await checked(project)).toEqual({ passed: true, said: '' });
  const { passed, said } = await checked({
    ...project,
    'server/package.json': '{"type": "module", "dependencies": {"left-pad": "1.0.0"}}',
    'server/a.ts': 'export const used = 1;\nexport const own = used + 1;\nexport type Own = typeof own;\n',
    'server/lonely.ts': 'console.log(1);\n',
  });
  expect(passed).toBe(false);
  for (const each of ['own', 'Own', 'server/lonely.ts', 'left-pad']) expect(said).toContain(each);
  expect(said).not.toMatch(/\bused\b/);
});
