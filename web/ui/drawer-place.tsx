import classes from './docked-drawer.module.css';
import { LoadingState } from './states.tsx';

/**
 * The place of a docked drawer whose code or content is still coming: what stands beside it has its width from the
 * start and does not move when the drawer comes. On a narrow screen, where a drawer covers all, nothing.
 */
export function DrawerPlace({ wide = false }: { wide?: boolean }) {
  return (
    <div className={classes['drawer']} data-wide={wide || undefined} data-place>
      <div className={classes['head']} />
      <div className={classes['body']}>
        <LoadingState rows={12} />
      </div>
    </div>
  );
}
