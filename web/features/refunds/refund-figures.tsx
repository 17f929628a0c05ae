import type { RefundEffect } from '@mizan/contract/refunds.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAmount, formatDay, formatPercent } from '../../platform/formats.ts';
import { language } from '../../platform/language.ts';
import { useSession } from '../../platform/session.store.ts';
import { Amount } from '../../ui/amount.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import classes from './refund-figures.module.css';

const bankName = ({ bankNameEn, bankNameAr }: NonNullable<RefundEffect['deposit']>): string =>
  language === 'ar' ? bankNameAr : bankNameEn;

interface FiguresProps {
  effect: RefundEffect;
  /** False while it is not known of which amount they are: then only what stands already is shown. */
  isCurrent?: boolean;
}

/** The payment as one bar: what went back before, what is held, this refund, and what stays. */
export function RefundBar({ effect, isCurrent = true }: FiguresProps) {
  const { t } = useTranslation('refunds');
  const { original, refundedMinor, heldMinor } = effect;
  const amountMinor = isCurrent ? effect.amountMinor : 0;
  const staysMinor = original.amountMinor - refundedMinor - heldMinor - amountMinor;
  const parts = [
    ['before', refundedMinor],
    ['held', heldMinor],
    ['now', amountMinor],
    ['stays', staysMinor],
  ] as const;
  const shown = parts.filter(
    ([part, minor]) => minor > 0 || part === 'stays' || (isCurrent && part === 'now'),
  );
  return (
    <div>
      <div className={classes['bar']} aria-hidden="true">
        {shown
          .filter(([, minor]) => minor > 0)
          .map(([part, minor]) => (
            <span key={part} data-part={part} style={{ flexGrow: minor }} />
          ))}
      </div>
      <ul className={classes['legend']}>
        {shown.map(([part, minor]) => (
          <li key={part}>
            <span data-part={part} className={classes['key']} aria-hidden="true" />
            {t(`refunds:bar.${part}`)} <span className={classes['figure']}>{formatAmount(minor)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A row of the table; `marked` are the places of its figures that carry it: this refund, where nothing else is said. */
type Row = [term: string, note: string | null, cells: Cells, marked?: readonly number[]];
type Cells = readonly [now: number | null, change: number | null, after: number | null];

/** What a refund changes, now, by itself and after it: each column closes to the halala. */
export function RefundTable({ effect, isCurrent = true }: FiguresProps) {
  const { t } = useTranslation(['refunds', 'common', 'transactions', 'units']);
  const { now, change, after, deposit, original } = effect;
  // A cashier is not told which bank owes what, whether there is one or not.
  const readsBanks = useSession()?.role !== 'CASHIER';
  const cost = (key: 'feeMinor' | 'vatMinor'): Cells => [
    lessThanZero(now[key]),
    lessThanZero(change[key]),
    lessThanZero(after[key]),
  ];
  const bps = (value: number) => (original.isRateKnown ? formatPercent(value) : null);
  const rows: Row[] = [
    [t('common:fields.amount'), null, [now.amountMinor, change.amountMinor, after.amountMinor]],
    [t('transactions:columns.fee'), bps(original.mdrBps), cost('feeMinor')],
    [t('transactions:columns.vatShort'), bps(original.vatBps), cost('vatMinor')],
    [t('transactions:columns.net'), null, [now.netMinor, change.netMinor, after.netMinor], [0, 1, 2]],
  ];
  if (deposit) {
    const day = formatDay(deposit.dueDay);
    rows.push([
      t('refunds:table.deposit', { day }),
      bankName(deposit),
      [deposit.nowMinor, change.netMinor, deposit.afterMinor],
      [1, 2],
    ]);
  }
  return (
    <>
      <PlainTable label={t('refunds:table.label')}>
        <thead>
          <tr>
            <th scope="col">{t('refunds:table.label')}</th>
            {(['now', 'change', 'after'] as const).map((column) => (
              <th key={column} scope="col" data-align="figure">
                {t(`refunds:table.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([term, note, cells, marked = [1]]) => (
            <tr key={term}>
              <th scope="row" className={classes['term']}>
                {term} {note && <span className={classes['note']}>{note}</span>}
              </th>
              {cells.map((minor, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: three columns that never move
                <td
                  key={place}
                  data-align="figure"
                  className={marked.includes(place) ? undefined : classes['quiet']}
                >
                  <Figure minor={isCurrent || place === 0 ? minor : null} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </PlainTable>
      <p className={classes['hint']}>{t('refunds:table.noFee')}</p>
      {!original.isRateKnown && <p className={classes['hint']}>{t('refunds:table.noRate')}</p>}
      {!deposit && readsBanks && <p className={classes['hint']}>{t('refunds:table.noBank')}</p>}
    </>
  );
}

const Figure = ({ minor }: { minor: number | null }): ReactNode =>
  minor === null ? '—' : <Amount amountMinor={minor} muted={minor === 0} />;

/** What is charged stands below zero. */
const lessThanZero = (minor: number | null): number | null => (minor === null ? null : 0 - minor);
