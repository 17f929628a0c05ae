import { Checkbox } from '@mantine/core';
import type { DailyLetter } from '@mizan/contract/daily-letter.ts';
import type { TerminalState } from '@mizan/contract/terminal-reconciliation.ts';
import { IconMailCheck } from '@tabler/icons-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay, formatTime, riyadhDay } from '../../platform/formats.ts';
import { language } from '../../platform/language.ts';
import { Amount } from '../../ui/amount.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import type { LetterState } from '../../ui/letter-state.ts';
import { PlainTable } from '../../ui/plain-table.tsx';
import { useIsPhone } from '../../ui/screen-width.ts';
import { letterOfRow } from './letter-state.ts';
import { isUnderWay } from './not-reconciled.ts';
import { StateOfTerminal } from './reconcile-state.tsx';
import classes from './terminal-reconciliation.module.css';

interface TerminalsTableProps {
  rows: readonly TerminalState[];
  /** The newest e-mail after the daily time. */
  letter: DailyLetter | null;
  leftOut: ReadonlySet<string>;
  chosen: ReadonlySet<string>;
  openId: string | null;
  onChoose: (terminalIds: readonly string[], on: boolean) => void;
  onOpen: (terminalId: string) => void;
}

/** The terminals by branch; each can be chosen, and opened. On a phone a row has two lines: its time and its state stand below. */
export function TerminalsTable(props: TerminalsTableProps) {
  const { rows, letter } = props;
  const { t } = useTranslation('reconcile');
  const onPhone = useIsPhone();
  const branches = [...Map.groupBy(rows, ({ branchId }) => branchId).values()];
  return (
    <div className={classes['list']}>
      <PlainTable label={t('reconcile:title')}>
        <thead>
          <tr>
            <th scope="col">{t('reconcile:columns.terminal')}</th>
            {!onPhone && <th scope="col">{t('reconcile:columns.last')}</th>}
            <th scope="col" data-align="figure">
              {t('reconcile:columns.total')}
            </th>
            {!onPhone && letter && <th scope="col">{t('reconcile:columns.mail')}</th>}
            {!onPhone && <th scope="col">{t('reconcile:columns.state')}</th>}
          </tr>
        </thead>
        <tbody>
          {branches.map((ofBranch) => {
            const [first] = ofBranch;
            if (!first) return null;
            return (
              <Fragment key={first.branchId}>
                <tr className={classes['branch'] ?? ''}>
                  <th colSpan={onPhone ? 2 : letter ? 5 : 4} scope="rowgroup">
                    <BranchHead rows={ofBranch} chosen={props.chosen} onChoose={props.onChoose} />
                  </th>
                </tr>
                {ofBranch.map((row) => (
                  <TerminalRow key={row.terminalId} row={row} onPhone={onPhone} {...props} />
                ))}
              </Fragment>
            );
          })}
        </tbody>
      </PlainTable>
    </div>
  );
}

/** The name of a branch, and a box that chooses all of its terminals that can be asked. */
function BranchHead({ rows, chosen, onChoose }: Pick<TerminalsTableProps, 'rows' | 'chosen' | 'onChoose'>) {
  const { t } = useTranslation('reconcile');
  const [first] = rows;
  const name = language === 'ar' ? first?.branchNameAr : first?.branchNameEn;
  const free = rows.filter((row) => !isUnderWay(row)).map(({ terminalId }) => terminalId);
  const picked = free.filter((id) => chosen.has(id)).length;
  if (rows.length === 1) return name;
  return (
    <span className={classes['terminal']}>
      <label htmlFor={`choose-branch-${first?.branchId}`}>
        <Checkbox
          id={`choose-branch-${first?.branchId}`}
          size="xs"
          aria-label={t('reconcile:chooseBranch', { branch: name })}
          checked={free.length > 0 && picked === free.length}
          indeterminate={picked > 0 && picked < free.length}
          disabled={free.length === 0}
          onChange={(event) => onChoose(free, event.currentTarget.checked)}
        />
      </label>
      {name}
    </span>
  );
}

function TerminalRow({
  row,
  onPhone,
  letter,
  leftOut,
  chosen,
  openId,
  onChoose,
  onOpen,
}: TerminalsTableProps & { row: TerminalState; onPhone: boolean }) {
  const { t } = useTranslation('reconcile');
  const { terminalId, tid } = row;
  const last = row.last ? <LastTime at={row.last.at} /> : '—';
  const state = <StateOfTerminal row={row} leftOut={leftOut.has(terminalId)} />;
  return (
    // The number opens it for the keyboard; a finger or a pointer may press anywhere beside the box.
    <tr
      data-clickable=""
      data-selected={terminalId === openId || undefined}
      onClick={(event) => {
        if (!(event.target instanceof Element && event.target.closest('label, button'))) onOpen(terminalId);
      }}
    >
      <td>
        <span className={classes['terminal']}>
          <label htmlFor={`choose-${terminalId}`}>
            <Checkbox
              id={`choose-${terminalId}`}
              size="xs"
              aria-label={t('reconcile:choose', { tid })}
              checked={chosen.has(terminalId)}
              disabled={isUnderWay(row)}
              onChange={(event) => onChoose([terminalId], event.currentTarget.checked)}
            />
          </label>
          <button
            type="button"
            className={classes['open']}
            aria-labelledby={onPhone ? `open-${terminalId} last-${terminalId}` : `open-${terminalId}`}
            onClick={() => onOpen(terminalId)}
          >
            {/* Whoever hears the button hears what it shows, too. */}
            <span id={`open-${terminalId}`} hidden>
              {t('reconcile:open', { tid })}
            </span>
            <Identifier>{row.tid}</Identifier>{' '}
            {onPhone && (
              <span id={`last-${terminalId}`} className={classes['last']}>
                {last}
              </span>
            )}
          </button>
        </span>
      </td>
      {!onPhone && <td>{last}</td>}
      <td data-align="figure" data-waits={leftOut.has(terminalId) || undefined}>
        <Amount
          amountMinor={leftOut.has(terminalId) ? row.waiting.totalMinor : (row.last?.totalMinor ?? 0)}
        />
        {onPhone && <div className={classes['state']}>{state}</div>}
      </td>
      {!onPhone && letter && <MailCell state={letterOfRow(row, letter)} />}
      {!onPhone && <td>{state}</td>}
    </tr>
  );
}

/** Whether the newest reconciliation was told by mail: words beside the mark, and a dash where no mail was about it. */
function MailCell({ state }: { state: LetterState | null }) {
  const { t } = useTranslation('reconcile');
  if (state === null) return <td>—</td>;
  return (
    <td>
      <span className={classes['mail']}>
        <IconMailCheck size={16} stroke={1.6} aria-hidden="true" />
        {t(`reconcile:letter.row.${state}`)}
      </span>
    </td>
  );
}

/** The time of what was within the last day, the day of what is longer ago. */
function LastTime({ at }: { at: string }) {
  const isRecent = Date.now() - Date.parse(at) < 86_400_000 || riyadhDay(at) === riyadhDay(new Date());
  return <time dateTime={at}>{isRecent ? formatTime(at) : formatDay(at)}</time>;
}
