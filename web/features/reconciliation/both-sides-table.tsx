import type { BothSides } from '@mizan/contract/bank-file-reading.ts';
import type { Scheme } from '@mizan/contract/transaction-states.ts';
import { IconEqual, IconEqualNot } from '@tabler/icons-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatWeekday } from '../../platform/formats.ts';
import { Amount } from '../../ui/amount.tsx';
import { SchemeMark } from '../../ui/scheme-mark.tsx';
import classes from './reading.module.css';

const kinds = ['day', 'scheme', 'terminal'] as const;

/** What the bank's file and the portal have, side by side, by day, scheme and terminal. Nothing of it is judged yet. */
export function BothSidesTable({ sides }: { sides: readonly BothSides[] }) {
  const currencies = [...new Set(sides.map(({ currency }) => currency))];
  return currencies.map((currency) => (
    <OneCurrency key={currency} sides={sides.filter((each) => each.currency === currency)} />
  ));
}

function OneCurrency({ sides }: { sides: readonly BothSides[] }) {
  const { t } = useTranslation('reconciliation');
  const terminals = sides.filter(({ kind }) => kind === 'terminal');
  const absent = terminals.filter(({ lines, notInFile }) => lines === 0 && notInFile > 0);
  const whole = sides.find(({ kind }) => kind === 'whole');
  return (
    <table className={classes['sides']} aria-label={t('reconciliation:reading.covers.title')}>
      <thead>
        <tr>
          <td />
          {(['bankLines', 'bankTotal', 'transactions', 'portalTotal', 'notInFile'] as const).map((head) => (
            <Fragment key={head}>
              {head === 'transactions' && <td />}
              <th scope="col">{t(`reconciliation:reading.covers.${head}`)}</th>
            </Fragment>
          ))}
        </tr>
      </thead>
      {kinds.map((kind) => {
        // Terminals are one line while all of them are there.
        const rows = kind === 'terminal' ? absent : sides.filter((each) => each.kind === kind);
        if (rows.length === 0) return null;
        return (
          <tbody key={kind}>
            <tr>
              <th scope="colgroup" colSpan={7} className={classes['group']}>
                {t(`reconciliation:reading.covers.${kind}s`)}
              </th>
            </tr>
            {rows.map((row) => (
              <SidesRow key={row.value} row={row} />
            ))}
          </tbody>
        );
      })}
      {whole && (
        <tfoot>
          <SidesRow row={whole} />
          {terminals.length > 0 && (
            <tr>
              <td colSpan={7} className={classes['terminals']}>
                {t('reconciliation:reading.covers.terminalsIn', {
                  part: formatNumber(terminals.length - absent.length),
                  whole: formatNumber(terminals.length),
                })}
              </td>
            </tr>
          )}
        </tfoot>
      )}
    </table>
  );
}

function SidesRow({ row }: { row: BothSides }) {
  const { t } = useTranslation('reconciliation');
  const isEqual = row.bankMinor === row.portalMinor && row.notInFile === 0;
  const cells = [
    ['bankLines', formatNumber(row.lines)],
    ['bankTotal', <Amount key="bank" amountMinor={row.bankMinor} />],
    ['transactions', formatNumber(row.payments)],
    ['portalTotal', <Amount key="portal" amountMinor={row.portalMinor} />],
  ] as const;
  return (
    <tr data-open={row.notInFile > 0 || undefined}>
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
    </tr>
  );
}

function NameOf({ row }: { row: BothSides }) {
  const { t } = useTranslation('reconciliation');
  if (row.kind === 'day') return <time dateTime={row.value}>{formatWeekday(row.value)}</time>;
  if (row.kind === 'scheme') return <SchemeMark scheme={row.value as Scheme} named />;
  return row.kind === 'whole' ? t('reconciliation:reading.covers.whole') : <bdi dir="ltr">{row.value}</bdi>;
}
