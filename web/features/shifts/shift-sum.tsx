import { paths } from '@mizan/contract/paths.ts';
import type { ShiftDetail } from '@mizan/contract/shifts.ts';
import { signOf } from '@mizan/contract/transaction-types.ts';
import { IconHelpCircle, IconReceiptRefund } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { apart, formatAmount, formatNumber, isolated } from '../../platform/formats.ts';
import { Amount } from '../../ui/amount.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { SchemeMark } from '../../ui/scheme-mark.tsx';
import { countsText, spanText } from './shift.words.ts';
import classes from './shifts.module.css';

/** The schemes, the refunds and the total are one sum; what is not in it stands below with its reason. */
export function ShiftSum({ shift }: { shift: ShiftDetail }) {
  const { t } = useTranslation(['shifts', 'transactions', 'units']);
  const { sums } = shift;
  return (
    <div className={classes['sum']}>
      <p className={classes['who']}>
        {[
          isolated(shift.cashierName),
          spanText(shift, t),
          shift.afterName && t('shifts:after', { name: shift.afterName }),
          shift.closedAs && t(`shifts:state.${shift.closedAs}`),
        ]
          .filter(Boolean)
          .join(apart)}
      </p>
      <Amount amountMinor={sums.totalMinor} currency="SAR" size="hero" />
      <p className={classes['who']}>{countsText(shift, t).join(apart)}</p>
      <table className={classes['table']} aria-label={t('shifts:title')}>
        <tbody>
          {sums.schemes.map(({ scheme, count, minor }) => (
            <tr key={scheme}>
              <th scope="row">
                <span className={classes['named']}>
                  {scheme === 'None' ? t('shifts:noScheme') : <SchemeMark scheme={scheme} named />}{' '}
                  <span className={classes['count']}>{formatNumber(count)}</span>
                </span>
              </th>
              <td>
                <Amount amountMinor={minor} />
              </td>
            </tr>
          ))}
          {sums.refunds.count > 0 && (
            <tr>
              <th scope="row">
                <span className={classes['named']}>
                  <IconReceiptRefund size={20} stroke={1.6} aria-hidden="true" /> {t('shifts:refundsRow')}{' '}
                  <span className={classes['count']}>{formatNumber(sums.refunds.count)}</span>
                </span>
              </th>
              <td>
                <Amount amountMinor={-sums.refunds.minor} />
              </td>
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('shifts:total')}</th>
            <td>
              <Amount amountMinor={sums.totalMinor} />
            </td>
          </tr>
        </tfoot>
      </table>
      <NotCounted shift={shift} />
      <Later shift={shift} />
      <Beside shift={shift} />
    </div>
  );
}

/** Money of which nobody knows yet whether it moved: in no total. What came in and what goes back is never one amount. */
function NotCounted({ shift }: { shift: ShiftDetail }) {
  const { t } = useTranslation('shifts');
  const { undecidedSales, undecidedRefunds } = shift.sums;
  const parts = [
    { part: 'sales', ...undecidedSales },
    { part: 'refunds', ...undecidedRefunds },
  ] as const;
  if (parts.every(({ count }) => count === 0)) return null;
  const still = shift.undecidedIds;
  return (
    <div className={classes['note']}>
      <IconHelpCircle size={20} stroke={1.6} aria-hidden="true" />
      <div>
        {parts.map(
          ({ part, count, minor }) =>
            count > 0 && (
              <Fragment key={part}>
                <p className={classes['noteTitle']}>
                  {t(`shifts:undecided.${part}`, {
                    count,
                    number: formatNumber(count),
                    amount: formatAmount(minor),
                  })}
                </p>
                {shift.closedAt === null && <p>{t(`shifts:undecided.open.${part}`, { count })}</p>}
              </Fragment>
            ),
        )}
        {shift.closedAt !== null && <p>{t('shifts:undecided.closed')}</p>}
        {still.length > 0 && (
          <p className={classes['numbers']}>
            {shift.closedAt !== null && <span>{t('shifts:undecided.closedNow')}</span>}
            {still.map((id) => (
              <Payment key={id} id={id} />
            ))}
          </p>
        )}
      </div>
    </div>
  );
}

const Payment = ({ id }: { id: string }) => (
  <Link to={paths.transactions} search={{ open: id } as never}>
    <Identifier hash>{id}</Identifier>
  </Link>
);

/** The exact difference between what was closed and what it comes to now. */
function Later({ shift }: { shift: ShiftDetail }) {
  const { t } = useTranslation('shifts');
  if (shift.laterCount === 0) return null;
  return (
    <section>
      <h2 className={classes['heading']}>{t('shifts:later.title')}</h2>
      <table className={classes['table']} aria-label={t('shifts:later.title')}>
        <tbody>
          {shift.later.map((row) => {
            const sign = signOf(row) * (row.isCounted ? 1 : -1);
            return (
              <tr key={row.id}>
                <th scope="row">
                  <span className={classes['named']}>
                    <Payment id={row.id} />{' '}
                    <span className={classes['count']}>
                      {t(row.isCounted ? 'shifts:later.added' : 'shifts:later.removed')}
                    </span>
                  </span>
                </th>
                <td>
                  <Amount amountMinor={sign * row.amountMinor} signed />
                </td>
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('shifts:later.now')}</th>
            <td>
              <Amount amountMinor={shift.sums.totalMinor + shift.laterMinor} />
            </td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

/** What else moved on the terminal meanwhile. */
function Beside({ shift }: { shift: ShiftDetail }) {
  const { t } = useTranslation('shifts');
  const parts = (['sales', 'refunds'] as const).filter((part) => shift.beside[part].count > 0);
  if (parts.length === 0) return null;
  return (
    <div className={classes['beside']}>
      {parts.map((part) => {
        const { count, minor } = shift.beside[part];
        return (
          <p key={part}>
            {t(`shifts:beside.${part}`, { number: formatNumber(count), amount: formatAmount(minor) })}
          </p>
        );
      })}
      <p>{t('shifts:beside.help')}</p>
    </div>
  );
}
