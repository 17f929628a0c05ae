import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { paths } from '@mizan/contract/paths.ts';
import type { Plugin, Rollup } from 'vite';

/** The file that the browser registers as the service worker; it answers for the whole portal. */
export const workerFile = 'sw.js';
const buildPlaceholder = '__MIZAN_BUILD__';

const languages = { en: 'ltr', ar: 'rtl' } as const;
const icons = [
  { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
  { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
  { src: '/icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];

/** How the portal is called and begins where it is installed, in one language. */
function manifestOf(language: keyof typeof languages): string {
  const text = readFileSync(`${import.meta.dirname}/../locales/${language}/home.json`, 'utf8');
  const { appName, lead } = JSON.parse(text) as { appName: string; lead: string };
  const colors = { background_color: '#ffffff', theme_color: '#ffffff' };
  return JSON.stringify({
    id: '/',
    name: appName,
    short_name: appName,
    description: lead,
    lang: language,
    dir: languages[language],
    start_url: paths.dashboard,
    scope: '/',
    display: 'standalone',
    ...colors,
    icons,
  });
}

const contentOf = (file: Rollup.OutputChunk | Rollup.OutputAsset): string =>
  file.type === 'chunk' ? file.code : String(file.source);

/**
 * Writes a manifest for each language, and into the service worker what this build is: another one wherever a file has
 * another name or a page another content.
 */
export function phoneApp(): Plugin {
  return {
    name: 'mizan-phone-app',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const language of Object.keys(languages) as (keyof typeof languages)[]) {
          const fileName = `app.${language}.webmanifest`;
          this.emitFile({ type: 'asset', fileName, source: manifestOf(language) });
        }
        const worker = bundle[workerFile];
        if (worker?.type !== 'chunk') throw new Error(`the build has no ${workerFile}`);
        const hash = createHash('sha256');
        for (const name of Object.keys(bundle).sort()) {
          hash.update(name);
          const file = bundle[name];
          if (file && (name.endsWith('.html') || name === workerFile)) hash.update(contentOf(file));
        }
        worker.code = worker.code.replace(buildPlaceholder, hash.digest('hex').slice(0, 16));
      },
    },
  };
}
