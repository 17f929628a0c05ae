import type { BranchRow } from '@mizan/contract/management.ts';
import { IconCheck, IconLink, IconPlugConnectedX } from '@tabler/icons-react';
import classes from './management.module.css';

const squaresMax = 8;
const icons = { connected: IconCheck, off: IconPlugConnectedX, unpaired: IconLink } as const;
type State = keyof typeof icons;

/** A square for each terminal of a branch while they are few; the words beside them say the same of any number. */
export function TerminalSquares({ of: { total, connected, unpaired } }: { of: BranchRow['terminals'] }) {
  if (total > squaresMax) return null;
  const off = Math.max(0, total - connected - unpaired);
  const states = [
    ...Array<State>(connected).fill('connected'),
    ...Array<State>(off).fill('off'),
    ...Array<State>(unpaired).fill('unpaired'),
  ];
  return (
    <span className={classes['squares']} aria-hidden="true">
      {states.map((state, index) => {
        const StateIcon = icons[state];
        // biome-ignore lint/suspicious/noArrayIndexKey: squares are counts, none of them is a terminal of its own
        return <StateIcon key={index} data-state={state} size={14} stroke={2} />;
      })}
    </span>
  );
}
