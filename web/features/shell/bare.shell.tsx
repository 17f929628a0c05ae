import { Outlet } from '@tanstack/react-router';
import classes from './bare.shell.module.css';
import { SessionFrame } from './session.frame.tsx';

/** No shell at all: what stands here fills the window (specification, section 2: /neopass-admin2). */
export function BareShell() {
  return (
    <SessionFrame>
      <main className={classes['bare']}>
        <Outlet />
      </main>
    </SessionFrame>
  );
}
