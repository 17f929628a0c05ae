import './ui/styles.ts';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startTexts } from './platform/i18n.ts';
import { shareStyleNonce } from './platform/nonce.ts';
import { keepSessionAlive } from './platform/session-alive.ts';
import { makeRouter } from './routes.tsx';
import { fontsReady } from './ui/fonts.ts';
import { Look } from './ui/look.tsx';

/** Texts and font first: a page that appears once does not shift. */
async function start(): Promise<void> {
  shareStyleNonce();
  keepSessionAlive();
  await Promise.all([startTexts(), fontsReady()]);
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  createRoot(root).render(
    <StrictMode>
      <Look>
        <RouterProvider router={makeRouter()} />
      </Look>
    </StrictMode>,
  );
}

await start();
