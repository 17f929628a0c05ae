import { Outlet } from '@tanstack/react-router';
import { SessionFrame } from './session.frame.tsx';

/** No shell at all: what stands here fills the window (specification, section 2: /neopass-admin2). */
export function BareShell() {
  return (
    <SessionFrame>
      <main>
        <Outlet />
      </main>
    </SessionFrame>
  );
}
