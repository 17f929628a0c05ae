import { type AuditRow, actorRoleWord } from '@mizan/contract/audit.ts';
import type { TFunction } from 'i18next';
import { factTitle } from '../../platform/facts.words.ts';
import { columnsOf } from '../../ui/data-table.tsx';
import { DateText } from '../../ui/date-text.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import classes from './audit.module.css';
import { AuditChange } from './audit-facts.tsx';

const column = columnsOf<AuditRow>();

/**
 * Who did it, with the role they had. A terminal pairs itself; nobody is known where no account has the name that
 * was typed.
 */
export function Person({ row, t }: { row: AuditRow; t: TFunction }) {
  if (row.actorName === null) {
    const isTerminal = row.subjectType === 'terminal';
    const name = t(isTerminal ? 'audit:subjects.terminal' : 'audit:nobody');
    return <span className={classes['quiet']}>{name}</span>;
  }
  return (
    <span className={classes['stack']}>
      <bdi>{row.actorName}</bdi>
      {row.actorRole && <span className={classes['quiet']}>{t(actorRoleWord(row.actorRole))}</span>}
    </span>
  );
}

/** What was done, and to which row. */
export function Action({ row, t }: { row: AuditRow; t: TFunction }) {
  return (
    <span className={classes['stack']}>
      <span className={classes['action']}>{factTitle(t, row.action)}</span>
      {row.subjectType && row.subjectId && (
        <span className={classes['quiet']}>
          {t(`audit:subjects.${row.subjectType}`)} <Identifier hash>{row.subjectId}</Identifier>
        </span>
      )}
    </span>
  );
}

/** From where: the address and the browser, as far as the call told. */
export function Place({ row }: { row: AuditRow }) {
  if (row.ipAddress === null) return <>—</>;
  const browser = [row.browser, row.os].filter((part) => part !== null).join(', ');
  return (
    <span className={classes['stack']}>
      <Identifier>{row.ipAddress}</Identifier>
      {browser !== '' && (
        <span className={classes['quiet']}>
          <bdi>{browser}</bdi>
        </span>
      )}
    </span>
  );
}

export const auditColumns = (t: TFunction) =>
  column.columns([
    column.display({
      id: 'at',
      header: t('audit:columns.at'),
      cell: ({ row }) => <DateText value={row.original.at} form="dateTime" />,
      meta: { widthPx: 190 },
    }),
    column.display({
      id: 'person',
      header: t('audit:columns.person'),
      cell: ({ row }) => <Person row={row.original} t={t} />,
      meta: { widthPx: 190 },
    }),
    column.display({
      id: 'action',
      header: t('audit:columns.action'),
      cell: ({ row }) => <Action row={row.original} t={t} />,
      meta: { widthPx: 230 },
    }),
    column.display({
      id: 'change',
      header: t('audit:columns.change'),
      cell: ({ row }) => <AuditChange row={row.original} />,
    }),
    column.display({
      id: 'place',
      header: t('audit:columns.place'),
      cell: ({ row }) => <Place row={row.original} />,
      meta: { widthPx: 200 },
    }),
  ]);
