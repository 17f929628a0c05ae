import type { AuditLineKind, FeeAudit } from '@mizan/contract/fee-audit.ts';
import type { Currency } from '@mizan/contract/money.ts';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../platform/formats.ts';
import { AuditFigure, figureOf } from './audit-figure.tsx';
import classes from './fee-audit.module.css';
import type { FeeAuditAddress } from './fee-audit.search.ts';

interface Props {
  audit: FeeAudit;
  address: FeeAuditAddress;
}

/** What no row judges, said by itself with its lines, so that nothing is left out in silence. */
export function AuditNotes({ audit, address }: Props) {
  const { t } = useTranslation(['fees', 'units']);
  const lines = (count: number) => t('units:line', { count });
  return (
    <ul className={classes['notes']}>
      {audit.isWorking && <li>{t('fees:notes.working')}</li>}
      {audit.totals
        .filter(({ underCount }) => underCount > 0)
        .map(({ currency, underCount, underMinor }) => (
          <li key={currency}>
            {t('fees:notes.under', {
              lines: lines(underCount),
              amount: formatAmount(-underMinor, { currency: t(`units:currency.${currency}`) }),
            })}{' '}
            <Show address={address} currency={currency} side="under" />
          </li>
        ))}
      {(['notJudged', 'unsaid', 'otherAmount'] as const).flatMap((side) =>
        audit.totals.map(({ currency }) => {
          const { count } = figureOf(audit, { all: currency }, side, undefined);
          return (
            count > 0 && (
              <li key={`${side} ${currency}`}>
                {t(`fees:notes.${side}`, { lines: lines(count) })}{' '}
                <Show address={address} currency={currency} side={side} />
              </li>
            )
          );
        }),
      )}
      {audit.inSums.map(({ currency, count, differenceMinor }) => (
        <li key={currency}>
          {t('fees:notes.inSums', {
            lines: lines(count),
            amount: formatAmount(differenceMinor, {
              signed: true,
              currency: t(`units:currency.${currency}`),
            }),
          })}{' '}
          <button
            type="button"
            className={classes['figure']}
            aria-pressed={address.state.sums === currency}
            onClick={() =>
              address.change({
                sums: currency,
                row: undefined,
                all: undefined,
                cause: undefined,
                side: undefined,
              })
            }
          >
            {t('fees:lines.show')}
          </button>
        </li>
      ))}
    </ul>
  );
}

function Show({
  address,
  currency,
  side,
}: Omit<Props, 'audit'> & { currency: Currency; side: AuditLineKind }) {
  const { t } = useTranslation('fees');
  return (
    <AuditFigure address={address} of={{ all: currency }} side={side}>
      {t('fees:lines.show')}
    </AuditFigure>
  );
}
