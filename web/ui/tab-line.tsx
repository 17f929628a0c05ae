import type { ReactNode } from 'react';
import classes from './tab-line.module.css';

export { default as listClasses } from './tab-line.module.css';

interface TabLineProps<Tab extends string> {
  label: string;
  tabs: readonly (readonly [tab: Tab, name: string, count?: string | undefined])[];
  chosen: Tab;
  onChange: (tab: Tab) => void;
  /** Under the line: the filters of what shows. */
  children?: ReactNode;
}

/** Lists of one screen as tabs, each with its number, over their filters. */
export function TabLine<Tab extends string>({ label, tabs, chosen, onChange, children }: TabLineProps<Tab>) {
  return (
    <div className={classes['over']}>
      <nav className={classes['tabs']} aria-label={label}>
        {tabs.map(([tab, name, count]) => (
          <button
            key={tab}
            type="button"
            className={classes['tab']}
            aria-current={tab === chosen ? 'page' : undefined}
            onClick={() => onChange(tab)}
          >
            {name}
            {count !== undefined && <span className={classes['count']}>{count}</span>}
          </button>
        ))}
      </nav>
      {children && <div className={classes['filters']}>{children}</div>}
    </div>
  );
}
