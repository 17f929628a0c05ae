import { Button } from '@mantine/core';
import type { CountedLine } from '@mizan/contract/counted-lines.ts';
import type { BankFileDetail } from '@mizan/contract/reconciliation.ts';
import type { TFunction } from 'i18next';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../platform/api-client.ts';
import { formatDay, formatMoment, formatNumber } from '../../../platform/formats.ts';
import { lineNumber } from '../../../platform/line-number.ts';
import { Amount } from '../../../ui/amount.tsx';
import { DockedDrawer } from '../../../ui/docked-drawer.tsx';
import { Identifier } from '../../../ui/identifier.tsx';
import { ListView, MoreRows } from '../../../ui/list-view.tsx';
import { EmptyState, LoadingState, MissingState } from '../../../ui/states.tsx';
import { type CountedAsked, saidOf, tableOf } from '../bank-file/counted-rows.ts';
import { refreshFiles, useCountedLines } from '../bank-file/reconciliation.queries.ts';
import { PaymentLink } from '../lines/entry-cells.tsx';
import classes from './counted.module.css';
import { rowNameText } from './covered-row.words.ts';

const heads = { lines: 'bankLines', notInFile: 'notInFile', payments: 'transactions' } as const;

interface DrawerProps {
  detail: BankFileDetail;
  asked: CountedAsked;
  onClose: () => void;
}

/** What a number of the bank's side counts before anything is judged: read from the file while it is looked at. */
export function CountedDrawer({ detail, asked, onClose }: DrawerProps) {
  const { t } = useTranslation(['reconciliation', 'transactions']);
  const table = tableOf(detail, asked.reading);
  const head = t(`reconciliation:reading.covers.${heads[asked.of]}`);
  return (
    <DockedDrawer
      title={
        <>
          {head} <span className={classes['of']}>{rowNameText(t, asked)}</span>
        </>
      }
      onClose={onClose}
    >
      {table ? (
        <Counted
          // Tried anew, it is asked for anew.
          key={table.reading}
          id={detail.id}
          asked={{ ...asked, reading: table.reading }}
          said={saidOf(table, asked)}
        />
      ) : (
        <MissingState title={t('reconciliation:counted.noTable')} />
      )}
    </DockedDrawer>
  );
}

interface CountedProps {
  id: string;
  asked: CountedAsked;
  said: ReturnType<typeof saidOf>;
}

function Counted({ id, asked, said }: CountedProps) {
  const { t } = useTranslation(['reconciliation', 'units']);
  const { list, all } = useCountedLines(id, asked);
  const { error } = list;
  const isTriedAnew = isApiError(error) && error.code === 'conflict';
  useEffect(() => {
    // The table that stands now comes with the file, and its lines are asked for by it.
    if (isTriedAnew) void refreshFiles();
  }, [isTriedAnew]);
  if (isTriedAnew && list.rows.length === 0) return <LoadingState rows={6} />;
  if (isApiError(error) && error.code === 'bankFileNotReady')
    return (
      <MissingState
        title={t('reconciliation:counted.notHere')}
        action={
          <Button variant="default" onClick={list.retry}>
            {t('reconciliation:counted.again')}
          </Button>
        }
      />
    );
  const differs = all && said && (all.count !== said.count || all.totalMinor !== said.totalMinor);
  return (
    <ListView
      list={list}
      skeletonRows={6}
      onClear={false}
      empty={
        <EmptyState title={t('reconciliation:counted.none')} help={t('reconciliation:counted.noneHelp')} />
      }
    >
      {(rows) => (
        <>
          {all && (
            <p className={classes['sum']}>
              <span data-counted>
                {t(`reconciliation:counted.count.${asked.of}`, { number: formatNumber(all.count) })}
              </span>
              <Amount size="h2" amountMinor={all.totalMinor} currency={asked.currency} />
            </p>
          )}
          {differs && (
            <p role="status" className={classes['differs']}>
              {t('reconciliation:counted.differs')}
            </p>
          )}
          <p className={classes['note']}>{t(`reconciliation:counted.help.${asked.of}`)}</p>
          <ul className={classes['lines']} aria-label={t('reconciliation:counted.title')}>
            {rows.map((row) => (
              <li key={row.seq}>
                <Line row={row} />
              </li>
            ))}
          </ul>
          <MoreRows list={list} />
        </>
      )}
    </ListView>
  );
}

function Line({ row }: { row: CountedLine }) {
  const { t } = useTranslation(['reconciliation', 'transactions']);
  return (
    <>
      <span className={classes['what']}>
        {row.line !== null && (
          <span className={classes['number']}>
            {t('reconciliation:entries.line', { count: 1, lines: lineNumber(t, row.line) })}
          </span>
        )}
        {row.transactionId && <PaymentLink id={row.transactionId} />}
        <span>{whenText(row)}</span>
        <span>{typeText(t, row)}</span>
      </span>
      <strong className={classes['figure']}>
        <Amount amountMinor={row.amountMinor} />
      </strong>
      <span className={classes['keys']}>
        {row.rrn && <Identifier>{row.rrn}</Identifier>}
        {row.tid && <Identifier>{row.tid}</Identifier>}
        {row.scheme && (
          <span>{t(`transactions:scheme.${row.scheme.toLowerCase()}`, { defaultValue: row.scheme })}</span>
        )}
        {row.chargeMinor !== null && row.chargeMinor !== 0 && (
          <span>
            {t('reconciliation:counted.charge')} <Amount amountMinor={row.chargeMinor} />
          </span>
        )}
      </span>
    </>
  );
}

const typeText = (t: TFunction, { type }: CountedLine): string =>
  t(`transactions:type.${type.toLowerCase()}`, { defaultValue: type });

/** Riyadh has no summer time: its minutes of the day are an instant. */
const riyadhInstant = (day: string, minute: number): string =>
  new Date(Date.parse(`${day}T00:00:00+03:00`) + minute * 60_000).toISOString();

const whenText = ({ day, minute }: CountedLine): string =>
  minute === null ? formatDay(day) : formatMoment(riyadhInstant(day, minute));
