import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { sharedByAll } from './chunks.build.ts';
import { contractAsCalled } from './contract.build.ts';
import { homePage } from './features/home/home.build.ts';
import { firstLoadsPage, plainTables, sheetsOfScreens } from './first-loads.build.ts';
import { phoneApp, workerFile } from './phone-app.build.ts';

/** Stands in index.html wherever a nonce belongs; the server writes a fresh one into each response. */
const noncePlaceholder = '__CSP_NONCE__';
const { version } = JSON.parse(readFileSync(`${import.meta.dirname}/package.json`, 'utf8')) as {
  version: string;
};
const portal = process.env['PORTAL_URL'] ?? 'http://127.0.0.1:8080';

/** Many small files, of which each costs more to fetch than its code to run. Tables are left out: not all have one. */
const kitOfLists =
  /web\/(?:ui\/(?:amount|date-text|docked-drawer|drawer-steps|facts|first-paint|identifier|list-view|loaded|page|row-list|screen-width|states|status-badge|tone-badge)|platform\/(?:address|list|search|today))\.tsx?$/;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), homePage(), firstLoadsPage(), plainTables(), contractAsCalled(), phoneApp()],
  define: { __MIZAN_VERSION__: JSON.stringify(version) },
  // Schemas are the server's matter: see the file.
  resolve: { alias: { zod: `${import.meta.dirname}/platform/schemas.stub.ts` } },
  html: { cspNonce: noncePlaceholder },
  server: {
    port: 5173,
    strictPort: true,
    proxy: {
      '/api': portal,
      '/demo': portal,
      '/neopaas/live': { target: portal, ws: true },
    },
  },
  build: {
    outDir: 'dist',
    manifest: true,
    target: 'es2023',
    // What does not know modulepreload loads the same files a moment later; the stand-in would cost everybody.
    modulePreload: { polyfill: false, resolveDependencies: sheetsOfScreens },
    // A data: address would be refused by the content security policy, and a text file must keep its hash.
    assetsInlineLimit: 0,
    rollupOptions: {
      input: {
        app: `${import.meta.dirname}/index.html`,
        home: `${import.meta.dirname}/home.html`,
        offline: `${import.meta.dirname}/offline.html`,
        worker: `${import.meta.dirname}/service-worker.ts`,
      },
      output: {
        // The others have a hash in their names; this one is asked for by its name.
        entryFileNames: ({ name }) => (name === 'worker' ? workerFile : 'assets/[name]-[hash].js'),
        codeSplitting: {
          groups: [
            // Icons that several screens share: in files of their own they cost more in names than in code.
            { name: 'icons', test: /node_modules\/@tabler\//, minShareCount: 40, priority: 2 },
            // The login needs this of the kit alone.
            { name: 'failure', test: /web\/ui\/failure\.ts/, priority: 2 },
            { name: sharedByAll, debugName: 'shared by all', priority: 1 },
            // What every screen with a list is made of.
            { name: 'kit', test: kitOfLists },
          ],
        },
      },
    },
  },
});
