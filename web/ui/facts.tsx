import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './facts.module.css';

/** What a thing is called, and what it is; with a mark of its own where it is looked for in a hurry. */
export type Fact = readonly [term: string, value: ReactNode, icon?: Icon];

const isKnown = (value: ReactNode): boolean =>
  value !== null && value !== undefined && value !== false && value !== '';

/** Facts of one thing, a line each; what is not known goes without a line. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes['facts']}>
      {facts
        .filter(([, value]) => isKnown(value))
        .map(([term, value, FactIcon], index) => (
          // Facts never move, and two may be called the same: their place is their identity.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <div key={index}>
            <dt>
              {FactIcon && <FactIcon size={16} stroke={1.6} aria-hidden="true" />}
              {term}
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
