import { type CellParams, isOpen, type SettlementCell } from '@mizan/contract/settlement.ts';
import { Amount } from '../../ui/amount.tsx';
import { opensNothing } from '../../ui/opens-nothing.ts';
import classes from './cell.module.css';
import { filterOfCell } from './cell-sum.tsx';
import { DepositBadge } from './deposit-look.tsx';
import { OwedLink } from './owed-link.tsx';
import { judgedOnly, netOf } from './settlement-sums.ts';
import { StateBadge } from './state-look.tsx';

interface CellHeadProps {
  shown: SettlementCell;
  cell: CellParams;
}

/**
 * What of a settlement is still to come, and else its net. Where a deposit arrived for it, it is what the deposit left: money that is
 * in the account is not missing because no file has named its payments yet. Those stand in the list below.
 */
export function CellHead({ shown, cell }: CellHeadProps) {
  const { deposit, deposits, parts, netMinor } = shown;
  const openMinor = netOf(parts, isOpen);
  const isWhole = shown.dueDay === null;
  const leftMinor = deposits.length > 0 && !isWhole ? deposit.differenceMinor : null;
  if (leftMinor !== null && leftMinor !== -openMinor)
    return (
      <div className={classes['cellHead']} data-cell-head>
        {deposit.state === 'PAID' || deposit.state === 'OVER' ? (
          <OwedLink filter={filterOfCell(cell)}>
            <Amount size="h1" amountMinor={netMinor} currency={cell.currency} />
          </OwedLink>
        ) : (
          <span {...opensNothing('ofFigures')}>
            <Amount size="h1" amountMinor={leftMinor} currency={cell.currency} />
          </span>
        )}
        <DepositBadge state={deposit.state} />
      </div>
    );
  return (
    <div className={classes['cellHead']} data-cell-head>
      <OwedLink
        filter={{
          ...filterOfCell(cell),
          ...(!isWhole && { bank: 'OPEN' }),
          ...judgedOnly(isWhole ? parts : parts.filter(({ state }) => isOpen(state))),
        }}
      >
        <Amount size="h1" amountMinor={isWhole ? netMinor : -openMinor} currency={cell.currency} />
      </OwedLink>
      <StateBadge state={shown.state} />
    </div>
  );
}
