import { Children, type ReactNode } from 'react';
import classes from './result-dotted.module.css';

/** Several facts of one line, set apart as everywhere; what is not there leaves no gap. */
export function Dotted({ children }: { children: ReactNode }) {
  return Children.map(Children.toArray(children), (part) => <span className={classes['part']}>{part}</span>);
}
