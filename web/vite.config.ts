import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { homePage } from './features/home/home.build.ts';

/** Stands in index.html wherever a nonce belongs; the server writes a fresh one into each response. */
const noncePlaceholder = '__CSP_NONCE__';
const portal = process.env['PORTAL_URL'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), homePage()],
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
    // A data: address would be refused by the content security policy, and a text file must keep its hash.
    assetsInlineLimit: 0,
    rollupOptions: {
      input: {
        app: `${import.meta.dirname}/index.html`,
        home: `${import.meta.dirname}/home.html`,
      },
    },
  },
});
