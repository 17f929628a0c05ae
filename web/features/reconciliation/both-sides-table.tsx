import { NativeSelect } from '@mantine/core';
import type { CoveredRow, PartChoice } from '@mizan/contract/bank-file-part.ts';
import type { Currency } from '@mizan/contract/money.ts';
import { paths } from '@mizan/contract/paths.ts';
import type { Scheme } from '@mizan/contract/transaction-states.ts';
import { IconCheck, IconCircleHalf2, IconEqual, IconEqualNot } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatWeekday } from '../../platform/formats.ts';
import { Amount } from '../../ui/amount.tsx';
import { SchemeMark } from '../../ui/scheme-mark.tsx';
import { choicesOf, isRowOpen, judgedText, whichText } from './covered-row.words.ts';
import { useTerminalIds } from './live-sum.tsx';
import classes from './reading.module.css';

const kinds = ['day', 'scheme', 'terminal'] as const;
const columnCount = 9;

/** Absent where nothing is to be chosen: a file that was tried with other columns, or one that is being tried. */
type OnChoose = ((row: CoveredRow, choice: PartChoice) => void) | undefined;

interface BothSidesProps {
  sides: readonly CoveredRow[];
  /** The bank of all its payments: they can be opened then. */
  bankId: string | null;
  onChoose: OnChoose;
}

/** What the bank's file and the portal have, side by side, by day, scheme and terminal, and what each is judged as. */
export function BothSidesTable({ sides, bankId, onChoose }: BothSidesProps) {
  const currencies = [...new Set(sides.map(({ currency }) => currency))];
  return currencies.map((currency) => (
    <OneCurrency
      key={currency}
      sides={sides.filter((each) => each.currency === currency)}
      currency={currency}
      bankId={bankId}
      onChoose={onChoose}
    />
  ));
}

function OneCurrency({ sides, currency, bankId, onChoose }: BothSidesProps & { currency: Currency }) {
  const { t } = useTranslation('reconciliation');
  const days = sides.flatMap(({ kind, value }) => (kind === 'day' ? [value] : [])).sort();
  const opened =
    bankId === null ? null : { bankId: [bankId], currency: [currency], from: days[0], to: days.at(-1) };
  const terminals = sides.filter(({ kind }) => kind === 'terminal');
  const absent = terminals.filter(({ lines, notInFile }) => lines === 0 && notInFile > 0);
  const whole = sides.find(({ kind }) => kind === 'whole');
  return (
    <table className={classes['sides']} aria-label={t('reconciliation:reading.covers.title')}>
      <Heads />
      {kinds.map((kind) => {
        // Terminals are one line while all of them are there.
        const rows = kind === 'terminal' ? absent : sides.filter((each) => each.kind === kind);
        if (rows.length === 0) return null;
        return (
          <tbody key={kind}>
            <tr>
              <th scope="colgroup" colSpan={columnCount} className={classes['group']}>
                {t(`reconciliation:reading.covers.${kind}s`)}
              </th>
            </tr>
            {rows.map((row) => (
              <SidesRow key={row.value} row={row} opened={opened} onChoose={onChoose} />
            ))}
          </tbody>
        );
      })}
      {whole && (
        <tfoot>
          <SidesRow
            row={whole}
            opened={opened}
            onChoose={undefined}
            note={
              terminals.length > 0 &&
              t('reconciliation:reading.covers.terminalsIn', {
                part: formatNumber(terminals.filter(({ lines }) => lines > 0).length),
                whole: formatNumber(terminals.length),
              })
            }
          />
        </tfoot>
      )}
    </table>
  );
}

const figures = ['bankLines', 'bankTotal', 'transactions', 'portalTotal', 'notInFile'] as const;

function Heads() {
  const { t } = useTranslation('reconciliation');
  return (
    <thead>
      <tr>
        <td />
        {figures.map((head) => (
          <Fragment key={head}>
            {head === 'transactions' && <td />}
            <th scope="col">{t(`reconciliation:reading.covers.${head}`)}</th>
          </Fragment>
        ))}
        {(['whichHead', 'judgedHead'] as const).map((head) => (
          <th key={head} scope="col" className={classes['words']}>
            {t(`reconciliation:reading.covers.${head}`)}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface Opened {
  bankId: string[];
  currency: Currency[];
  from: string | undefined;
  to: string | undefined;
}

interface SidesRowProps {
  row: CoveredRow;
  opened: Opened | null;
  onChoose: OnChoose;
  /** What stands in place of what it is judged as. */
  note?: string | false;
}

function SidesRow({ row, opened, onChoose, note }: SidesRowProps) {
  const { t } = useTranslation(['reconciliation', 'transactions']);
  const isEqual = row.bankMinor === row.portalMinor && row.notInFile === 0;
  const cells = [
    ['bankLines', formatNumber(row.lines)],
    ['bankTotal', <Amount key="bank" amountMinor={row.bankMinor} />],
    [
      'transactions',
      <Payments key="payments" row={row} opened={opened}>
        {formatNumber(row.payments)}
      </Payments>,
    ],
    [
      'portalTotal',
      <Payments key="portal" row={row} opened={opened}>
        <Amount amountMinor={row.portalMinor} />
      </Payments>,
    ],
  ] as const;
  const isOpen = isRowOpen(row);
  return (
    <tr data-open={isOpen || undefined}>
      <th scope="row">
        <NameOf row={row} />
      </th>
      {cells.map(([head, content]) => (
        <Fragment key={head}>
          {head === 'transactions' && (
            <td className={classes['sign']} data-equal={isEqual || undefined}>
              {isEqual ? <IconEqual size={16} stroke={1.8} /> : <IconEqualNot size={16} stroke={1.8} />}
              <span className="mz-visually-hidden">
                {t(`reconciliation:reading.covers.${isEqual ? 'equal' : 'unequal'}`)}
              </span>
            </td>
          )}
          <td data-head={t(`reconciliation:reading.covers.${head}`)}>{content}</td>
        </Fragment>
      ))}
      <td data-head={t('reconciliation:reading.covers.notInFile')} className={classes['missing']}>
        {row.notInFile > 0 && (
          <>
            <span className={classes['hint']}>{formatNumber(row.notInFile)}</span>{' '}
            <Amount amountMinor={-row.notInFileMinor} />
          </>
        )}
      </td>
      <td data-head={t('reconciliation:reading.covers.whichHead')} className={classes['which']}>
        {row.which.length > 0 && whichText(t, row)}
      </td>
      <td data-head={t('reconciliation:reading.covers.judgedHead')} className={classes['judged']}>
        {note || (row.judgedAs && <JudgedAs row={row} isOpen={isOpen} onChoose={onChoose} />)}
      </td>
    </tr>
  );
}

/** A figure of the portal's transactions, as the way to them; the list knows terminals by another id than their number. */
function Payments({
  row,
  opened,
  children,
}: Pick<SidesRowProps, 'row' | 'opened'> & { children: ReactNode }) {
  const terminalId = useTerminalIds().get(row.value);
  if (!opened || (row.kind === 'terminal' && terminalId === undefined)) return children;
  const search = {
    ...opened,
    days: 'bank',
    status: ['APPROVED'],
    ...(row.kind === 'day' && { from: row.value, to: row.value }),
    ...(row.kind === 'scheme' && { scheme: [row.value] }),
    ...(row.kind === 'terminal' && { terminalId: [terminalId] }),
  };
  return (
    <Link to={paths.transactions} search={search as never} className={classes['opens'] ?? ''}>
      {children}
    </Link>
  );
}

function JudgedAs({ row, isOpen, onChoose }: Pick<SidesRowProps, 'row' | 'onChoose'> & { isOpen: boolean }) {
  const { t } = useTranslation(['reconciliation', 'transactions']);
  const Icon = isOpen ? IconCircleHalf2 : IconCheck;
  const choices = choicesOf(t, row);
  return (
    <span className={classes['as']} data-open={isOpen || undefined}>
      <Icon size={16} stroke={1.8} aria-hidden="true" />
      {choices.length > 0 && onChoose ? (
        <NativeSelect
          aria-label={t('reconciliation:reading.covers.judgedOf', { row: nameText(t, row) })}
          variant="unstyled"
          classNames={{ input: classes['select'] ?? '' }}
          value={row.choice ?? ''}
          data={choices}
          onChange={(event) => onChoose(row, event.currentTarget.value as PartChoice)}
        />
      ) : (
        <span>{judgedText(t, row)}</span>
      )}
    </span>
  );
}

const nameText = (t: (key: string) => string, { kind, value }: CoveredRow): string => {
  if (kind === 'day') return formatWeekday(value);
  return kind === 'scheme' ? t(`transactions:scheme.${value.toLowerCase()}`) : value;
};

function NameOf({ row }: { row: CoveredRow }) {
  const { t } = useTranslation('reconciliation');
  if (row.kind === 'day') return <time dateTime={row.value}>{formatWeekday(row.value)}</time>;
  if (row.kind === 'scheme') return <SchemeMark scheme={row.value as Scheme} named />;
  return row.kind === 'whole' ? t('reconciliation:reading.covers.whole') : <bdi dir="ltr">{row.value}</bdi>;
}
