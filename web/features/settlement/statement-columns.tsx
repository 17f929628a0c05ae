import { Button, NativeSelect } from '@mantine/core';
import {
  type StatementAsked,
  type StatementField,
  type StatementTable,
  statementFields,
} from '@mizan/contract/statement-table.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apart, formatNumber } from '../../platform/formats.ts';
import classes from './deposit.module.css';
import type { SaidOfTable } from './statement-said.ts';

interface ColumnsProps {
  table: StatementTable;
  /** What is said now, upon what was said before. */
  onSay: (change: (said: SaidOfTable) => SaidOfTable) => void;
}

/** How a statement that is a table is read: its columns, what nothing decides, and what its balances prove. */
export function StatementColumns({ table, onSay }: ColumnsProps) {
  const { t } = useTranslation('settlement');
  const isOpen = table.missing.length > 0 || table.asked.some(({ way }) => way === null);
  const [isWanted, setIsWanted] = useState(false);
  return (
    <section className={classes['table']} aria-label={t('settlement:statement.table.title')}>
      <div className={classes['tableHead']}>
        <h3>{t('settlement:statement.table.title')}</h3>
        {!isOpen && (
          <Button
            variant="subtle"
            size="compact-sm"
            className={classes['change'] ?? ''}
            onClick={() => setIsWanted(!isWanted)}
          >
            {t(isWanted ? 'settlement:statement.table.close' : 'settlement:statement.table.change')}
          </Button>
        )}
      </div>
      {table.isRemembered && !isOpen && (
        <p className={classes['help']}>{t('settlement:statement.table.remembered')}</p>
      )}
      <Chain table={table} />
      {table.missing.map((missing) => (
        <p key={missing} className={classes['warning']} role="alert">
          {t(`settlement:statement.table.missing.${missing}`)}
        </p>
      ))}
      {(isOpen || isWanted || !table.isRemembered) && (
        <div className={classes['two']}>
          {table.asked.map((asked) => (
            <Question
              key={asked.question}
              asked={asked}
              onSay={(way) => onSay((said) => ({ ...said, [asked.question]: way || undefined }))}
            />
          ))}
        </div>
      )}
      {(isOpen || isWanted) && (
        <div className={classes['two']}>
          {table.columns.map((column, at) => (
            <ColumnField
              key={`${at} ${column.title}`}
              column={column}
              at={at}
              onChoose={(chosen) =>
                onSay((said) => ({
                  ...said,
                  columns: (said.columns ?? table.columns.map(({ field }) => field)).map((each, index) =>
                    index === at ? chosen : each,
                  ),
                }))
              }
            />
          ))}
        </div>
      )}
    </section>
  );
}

interface ColumnFieldProps {
  column: StatementTable['columns'][number];
  at: number;
  onChoose: (field: StatementField | null) => void;
}

function ColumnField({ column: { title, field, sample }, at, onChoose }: ColumnFieldProps) {
  const { t } = useTranslation('settlement');
  return (
    <NativeSelect
      label={<bdi>{title || t('settlement:statement.table.noTitle', { number: formatNumber(at + 1) })}</bdi>}
      description={<bdi>{sample.filter(Boolean).join(apart) || '–'}</bdi>}
      value={field ?? ''}
      data={[
        { value: '', label: t('settlement:statement.table.notRead') },
        ...statementFields.map((each) => ({
          value: each,
          label: t(`settlement:statement.table.field.${each}`),
        })),
      ]}
      onChange={(event) => onChoose((event.currentTarget.value || null) as StatementField | null)}
    />
  );
}

/** What the balances say of the reading: facts, and no more than that. */
function Chain({ table: { chain, missing, asked } }: { table: StatementTable }) {
  const { t } = useTranslation('settlement');
  if (missing.length > 0 || asked.some(({ way }) => way === null)) return null;
  if (chain === null) return <p className={classes['help']}>{t('settlement:statement.table.chain.none')}</p>;
  const isWhole = chain.heldCount === chain.triedCount;
  const values = {
    number: formatNumber(isWhole ? chain.triedCount : chain.triedCount - chain.heldCount),
    count: isWhole ? chain.triedCount : chain.triedCount - chain.heldCount,
    lines: chain.offLines.map((line) => formatNumber(line)).join(t('settlement:statement.table.comma')),
  };
  return (
    <p className={classes[isWhole ? 'help' : 'warning']} role={isWhole ? undefined : 'alert'}>
      {t(isWhole ? 'settlement:statement.table.chain.held' : 'settlement:statement.table.chain.off', values)}
    </p>
  );
}

function Question({ asked, onSay }: { asked: StatementAsked; onSay: (way: string) => void }) {
  const { t } = useTranslation('settlement');
  const { question, way, ways } = asked;
  const label = (each: string): string => t(`settlement:statement.table.way.${each}`);
  const evidence =
    question === 'dateOrder' || question === 'decimals'
      ? ways
          .map((each) =>
            t(`settlement:statement.table.evidence.${question}`, {
              way: label(each.way),
              read: formatNumber(each.readCount),
              held: formatNumber(each.heldCount),
            }),
          )
          .join(apart)
      : undefined;
  return (
    <NativeSelect
      label={t(`settlement:statement.table.question.${question}`)}
      description={evidence}
      error={way === null ? t('settlement:statement.table.undecided') : undefined}
      value={way ?? ''}
      data={[
        { value: '', label: t('settlement:statement.table.choose') },
        ...ways.map((each) => ({ value: each.way, label: label(each.way) })),
      ]}
      onChange={(event) => onSay(event.currentTarget.value)}
    />
  );
}
