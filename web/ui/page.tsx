import type { ReactNode } from 'react';
import classes from './page.module.css';

export interface PageProps {
  title: ReactNode;
  /** The title is the screen's name in the menu, which the header of a phone shows already. */
  named?: boolean;
  /** Before the title: a link to the screen that this one is reached from. */
  back?: ReactNode;
  /** Beside the title: what its term means. */
  help?: ReactNode;
  /** Beside the title: counts and sums of what shows. */
  summary?: ReactNode;
  /** At the end of the title line. */
  actions?: ReactNode;
  /** Under the title line: the filters. */
  filters?: ReactNode;
  /** A docked detail beside the content. */
  drawer?: ReactNode;
  /** The content fills the window and scrolls by itself (a long table), instead of the page. */
  fill?: boolean;
  children: ReactNode;
}

/** A screen inside the shell: title line, filters, content, and a drawer that docks beside all of it. */
export function Page(props: PageProps) {
  const {
    title,
    named = false,
    back,
    help,
    summary,
    actions,
    filters,
    drawer,
    fill = false,
    children,
  } = props;
  return (
    <div className={classes['frame']} data-fill={fill || undefined}>
      <div className={classes['page']}>
        <div className={classes['head']} data-named={named || undefined}>
          {back && <div className={classes['back']}>{back}</div>}
          <h1 className={classes['title']}>{title}</h1>
          {help && <div className={classes['help']}>{help}</div>}
          {summary && <div className={classes['summary']}>{summary}</div>}
          {actions && <div className={classes['actions']}>{actions}</div>}
        </div>
        {filters && <div className={classes['filters']}>{filters}</div>}
        <div className={classes['content']}>{children}</div>
      </div>
      {drawer}
    </div>
  );
}

/** A part of a page under its own heading. */
export function Section({
  title,
  help,
  aside,
  children,
}: {
  title: ReactNode;
  /** Beside the title: what its term means. */
  help?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={classes['section']}>
      <div className={classes['sectionHead']}>
        <h2 className={classes['sectionTitle']}>{title}</h2>
        {help}
        {aside && <div className={classes['summary']}>{aside}</div>}
      </div>
      {children}
    </section>
  );
}
