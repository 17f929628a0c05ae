import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { HelpTerm } from '../platform/help-terms.ts';
import classes from './facts.module.css';
import { TermHelp } from './term-help.tsx';

/** What a thing is called, and what it is; with a mark of its own where it is looked for in a hurry,
 * and its help where it is a term of the field. */
export type Fact = readonly [term: string, value: ReactNode, icon?: Icon | null, help?: HelpTerm];

const isKnown = (value: ReactNode): boolean =>
  value !== null && value !== undefined && value !== false && value !== '';

/** Facts of one thing, a line each; what is not known goes without a line. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes['facts']}>
      {facts
        .filter(([, value]) => isKnown(value))
        .map(([term, value, FactIcon, help], index) => (
          // Facts never move, and two may be called the same: their place is their identity.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <div key={index}>
            <dt>
              {FactIcon && <FactIcon size={16} stroke={1.6} aria-hidden="true" />}
              {term}
              {help && <TermHelp term={help} name={term} />}
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
