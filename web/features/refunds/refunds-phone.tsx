import type { RefundRow } from '@mizan/contract/refunds.ts';
import { useTranslation } from 'react-i18next';
import { apart, formatMoment } from '../../platform/formats.ts';
import { CardNumber, Identifier } from '../../ui/identifier.tsx';
import { RowList } from '../../ui/row-list.tsx';
import { SchemeMark } from '../../ui/scheme-mark.tsx';
import { RefundAmount } from './refund-amount.tsx';
import { RefundBadge } from './refund-state.tsx';
import classes from './refunds.module.css';
import { branchOf } from './refunds.words.ts';
import { RefusedWhy } from './refused-why.tsx';

/** The list on a phone: two lines a row. */
export function RefundRows({ rows, onOpen }: { rows: readonly RefundRow[]; onOpen: (id: string) => void }) {
  const { t } = useTranslation('shell');
  return (
    <RowList
      label={t('shell:menu.refunds')}
      onOpen={onOpen}
      rows={rows.map((row) => ({
        id: row.id,
        mark: <SchemeMark scheme={row.scheme} />,
        title: row.lastFour ? <CardNumber lastFour={row.lastFour} /> : <Identifier hash>{row.id}</Identifier>,
        detail: (
          <>
            {[formatMoment(row.createdAt), branchOf(row)].join(apart)}
            <RefusedWhy refund={row} className={classes['why']} />
          </>
        ),
        figure: <RefundAmount row={row} />,
        status: <RefundBadge refund={row} />,
      }))}
    />
  );
}
