import { NativeSelect } from '@mantine/core';
import { type CoveredRow, choiceIn, type FilePart, type PartChoice } from '@mizan/contract/bank-file-part.ts';
import type { CountedSide } from '@mizan/contract/counted-lines.ts';
import type { Currency } from '@mizan/contract/money.ts';
import { paths } from '@mizan/contract/paths.ts';
import type { Scheme } from '@mizan/contract/transaction-states.ts';
import { IconCheck, IconCircleHalf2, IconEqual, IconEqualNot } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatWeekday } from '../../../platform/formats.ts';
import { Amount } from '../../../ui/amount.tsx';
import { SchemeMark } from '../../../ui/scheme-mark.tsx';
import { writeCounted } from '../bank-file/counted-rows.ts';
import { useTerminalIds } from '../bank-file/live-sum.tsx';
import { useReconciliationSearch } from '../bank-file/reconciliation.search.ts';
import { choicesOf, isRowOpen, judgedText, rowNameText, whichText } from './covered-row.words.ts';
import classes from './reading.module.css';

const kinds = ['day', 'scheme', 'terminal'] as const;
const columnCount = 9;

/** What a person says that a file holds, which stands at once, before it was tried, and how a row of it is said otherwise. */
export interface Choosing {
  part: FilePart;
  choose: (row: CoveredRow, choice: PartChoice) => void;
}

interface BothSidesProps {
  sides: readonly CoveredRow[];
  /** Names the proposal that the table is of; null where the lines of its numbers cannot be asked for. */
  reading: string | null;
  /** The bank of all its payments: they can be opened then. */
  bankId: string | null;
  /** Null where nothing is to be chosen. */
  choosing: Choosing | null;
}

/** What the bank's file and the portal have, side by side, by day, scheme and terminal, and what each is judged as. */
export function BothSidesTable({ sides, reading, bankId, choosing }: BothSidesProps) {
  const currencies = [...new Set(sides.map(({ currency }) => currency))];
  return currencies.map((currency) => (
    <OneCurrency
      key={currency}
      sides={sides.filter((each) => each.currency === currency)}
      currency={currency}
      reading={reading}
      bankId={bankId}
      choosing={choosing}
    />
  ));
}

function OneCurrency({
  sides,
  currency,
  reading,
  bankId,
  choosing,
}: BothSidesProps & { currency: Currency }) {
  const { t } = useTranslation('reconciliation');
  const days = sides.flatMap(({ kind, value }) => (kind === 'day' ? [value] : [])).sort();
  const opened =
    bankId === null ? null : { bankId: [bankId], currency: [currency], from: days[0], to: days.at(-1) };
  const terminals = sides.filter(({ kind }) => kind === 'terminal');
  const absent = terminals.filter(({ lines, notInFile }) => lines === 0 && notInFile > 0);
  const whole = sides.find(({ kind }) => kind === 'whole');
  const others = sides.find(({ kind }) => kind === 'others');
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
              <SidesRow key={row.value} {...{ row, reading, opened, choosing }} />
            ))}
          </tbody>
        );
      })}
      {(whole || others) && (
        <tfoot>
          {whole && (
            <SidesRow
              row={whole}
              name={others && t('reconciliation:reading.covers.wholeBesideOthers')}
              reading={reading}
              opened={opened}
              choosing={null}
              note={
                terminals.length > 0 &&
                t('reconciliation:reading.covers.terminalsIn', {
                  part: formatNumber(terminals.filter(({ lines }) => lines > 0).length),
                  whole: formatNumber(terminals.length),
                })
              }
            />
          )}
          {others && <OthersRow row={others} reading={reading} />}
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
  reading: string | null;
  opened: Opened | null;
  choosing: Choosing | null;
  /** What stands in place of its own name. */
  name?: string | undefined;
  /** What stands in place of what it is judged as. */
  note?: string | false;
}

function SidesRow({ row, reading, opened, choosing, name, note }: SidesRowProps) {
  const { t } = useTranslation(['reconciliation', 'transactions']);
  const isEqual = row.bankMinor === row.portalMinor && row.notInFile === 0;
  const cells = [
    [
      'bankLines',
      <Counted key="lines" row={row} reading={reading} of="lines">
        {formatNumber(row.lines)}
      </Counted>,
    ],
    [
      'bankTotal',
      <Counted key="bank" row={row} reading={reading} of="lines">
        <Amount amountMinor={row.bankMinor} />
      </Counted>,
    ],
    [
      'transactions',
      <Payments key="payments" row={row} reading={reading} opened={opened}>
        {formatNumber(row.payments)}
      </Payments>,
    ],
    [
      'portalTotal',
      <Payments key="portal" row={row} reading={reading} opened={opened}>
        <Amount amountMinor={row.portalMinor} />
      </Payments>,
    ],
  ] as const;
  const isOpen = isRowOpen(row);
  return (
    <tr data-open={isOpen || undefined}>
      <th scope="row">{name ?? <NameOf row={row} />}</th>
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
            <Counted row={row} reading={reading} of="notInFile">
              <span className={classes['hint']}>{formatNumber(row.notInFile)}</span>
            </Counted>{' '}
            <Counted row={row} reading={reading} of="notInFile">
              <Amount amountMinor={-row.notInFileMinor} />
            </Counted>
          </>
        )}
      </td>
      <td data-head={t('reconciliation:reading.covers.whichHead')} className={classes['which']}>
        {row.which.length > 0 && whichText(t, row)}
      </td>
      <td data-head={t('reconciliation:reading.covers.judgedHead')} className={classes['judged']}>
        {note || (row.judgedAs && <JudgedAs row={row} isOpen={isOpen} choosing={choosing} />)}
      </td>
    </tr>
  );
}

/** Rent, fees, chargebacks, balances: the portal has no side of them, and nothing is to be equal. */
function OthersRow({ row, reading }: Pick<SidesRowProps, 'row' | 'reading'>) {
  const { t } = useTranslation('reconciliation');
  return (
    <tr data-row="others">
      <th scope="row">
        <NameOf row={row} />
      </th>
      <td data-head={t('reconciliation:reading.covers.bankLines')}>
        <Counted row={row} reading={reading} of="lines">
          {formatNumber(row.lines)}
        </Counted>
      </td>
      <td data-head={t('reconciliation:reading.covers.bankTotal')}>
        <Counted row={row} reading={reading} of="lines">
          <Amount amountMinor={row.bankMinor} signed />
        </Counted>
      </td>
      <td className={classes['beside']} colSpan={columnCount - 3}>
        {t('reconciliation:reading.covers.othersHint')}
      </td>
    </tr>
  );
}

interface CountedProps extends Pick<SidesRowProps, 'row' | 'reading'> {
  of: CountedSide;
  children: ReactNode;
}

/** A figure as the way to what it counts in a drawer beside the table: whatever no list of the product has. */
function Counted({ row, reading, of, children }: CountedProps) {
  const { besideLines } = useReconciliationSearch();
  if (reading === null || row[of] === 0) return children;
  const { currency, kind, value } = row;
  return (
    <Link
      to="."
      search={besideLines(writeCounted({ reading, of, currency, kind, value })) as never}
      resetScroll={false}
      data-counted={of}
      className={classes['opens'] ?? ''}
    >
      {children}
    </Link>
  );
}

/**
 * A figure of the portal's transactions, as the way to them; the list knows terminals by another id than their number. Of
 * lines of several banks no list has them.
 */
function Payments({
  row,
  reading,
  opened,
  children,
}: Pick<SidesRowProps, 'row' | 'reading' | 'opened'> & { children: ReactNode }) {
  const terminalId = useTerminalIds().get(row.value);
  if (!opened || (row.kind === 'terminal' && terminalId === undefined))
    return (
      <Counted row={row} reading={reading} of="payments">
        {children}
      </Counted>
    );
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

function JudgedAs({ row, isOpen, choosing }: Pick<SidesRowProps, 'row' | 'choosing'> & { isOpen: boolean }) {
  const { t } = useTranslation(['reconciliation', 'transactions']);
  const Icon = isOpen ? IconCircleHalf2 : IconCheck;
  const choices = choicesOf(t, row);
  return (
    <span className={classes['as']} data-open={isOpen || undefined}>
      <Icon size={16} stroke={1.8} aria-hidden="true" />
      {choices.length > 0 && choosing ? (
        <NativeSelect
          aria-label={t('reconciliation:reading.covers.judgedOf', { row: rowNameText(t, row) })}
          variant="unstyled"
          classNames={{ input: classes['select'] ?? '' }}
          value={choiceIn(choosing.part, row) ?? ''}
          data={choices}
          onChange={(event) => choosing.choose(row, event.currentTarget.value as PartChoice)}
        />
      ) : (
        <span>{judgedText(t, row)}</span>
      )}
    </span>
  );
}

function NameOf({ row }: { row: CoveredRow }) {
  const { t } = useTranslation('reconciliation');
  if (row.kind === 'day') return <time dateTime={row.value}>{formatWeekday(row.value)}</time>;
  if (row.kind === 'scheme') return <SchemeMark scheme={row.value as Scheme} named />;
  if (row.kind === 'whole' || row.kind === 'others') return t(`reconciliation:reading.covers.${row.kind}`);
  return <bdi dir="ltr">{row.value}</bdi>;
}
