/**
 * Draws the icons of the installed portal from the mark, into web/public/icons/: `node tools/icons.main.ts`, once the mark
 * has changed. They are kept in the repository, because a build has no browser.
 */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { launchChromium } from '../e2e/testing/browser.ts';

const root = join(import.meta.dirname, '..');
const target = join(root, 'web/public/icons');
const teal = '#176D62';

/** `part`: of the width, what the mark takes. What a phone cuts to its own shape keeps to the middle. */
const icons = [
  { name: 'icon-192', size: 192, part: 0.72, ground: '#ffffff', ink: teal },
  { name: 'icon-512', size: 512, part: 0.72, ground: '#ffffff', ink: teal },
  { name: 'icon-maskable-512', size: 512, part: 0.56, ground: teal, ink: '#ffffff' },
  { name: 'apple-touch-icon', size: 180, part: 0.68, ground: '#ffffff', ink: teal },
] as const;

const mark = await readFile(join(root, 'web/ui/marks/favicon.svg'), 'utf8');
await mkdir(target, { recursive: true });
const browser = await launchChromium();
for (const { name, size, part, ground, ink } of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const drawn = mark
    .replace('<svg ', `<svg width="${size * part}" height="${size * part}" `)
    .replace(teal, ink);
  await page.setContent(
    `<body style="margin:0;display:grid;place-items:center;height:100vh;background:${ground}">${drawn}</body>`,
  );
  await page.screenshot({ path: join(target, `${name}.png`) });
  await page.close();
}
await browser.close();
