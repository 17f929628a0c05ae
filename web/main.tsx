import './ui/styles.ts';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadErrors } from './pages.ts';
import { apart } from './platform/formats.ts';
import { startTexts } from './platform/i18n.ts';
import { whenIdle } from './platform/idle.ts';
import { letWorkerLead } from './platform/led-by-worker.ts';
import { shareStyleNonce } from './platform/nonce.ts';
import { keepSessionAlive } from './platform/session-alive.ts';
import { makeRouter } from './routes.tsx';
import { fontsReady } from './ui/fonts.ts';
import { Look } from './ui/look.tsx';

/** Texts, font and the screen's code side by side, then all at once: a page that appears whole does not shift. */
async function start(): Promise<void> {
  shareStyleNonce();
  keepSessionAlive();
  // Between facts that a style sets apart.
  document.documentElement.style.setProperty('--mz-apart', JSON.stringify(apart));
  const router = makeRouter();
  await Promise.all([startTexts(), fontsReady(), router.load()]);
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  createRoot(root).render(
    <StrictMode>
      <Look>
        <RouterProvider router={router} />
      </Look>
    </StrictMode>,
  );
  letWorkerLead(router);
  whenIdle(loadErrors);
}

try {
  await start();
} catch (cause) {
  window.sayLate?.();
  throw cause;
}
