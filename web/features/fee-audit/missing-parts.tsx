import type { FeeClaimDetail, MissingGroup } from '@mizan/contract/fee-claims.ts';
import type { Currency } from '@mizan/contract/money.ts';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../platform/formats.ts';
import { Amount } from '../../ui/amount.tsx';
import { schemeKey } from '../../ui/scheme-mark.tsx';
import classes from './fee-audit.module.css';
import { foreign, formatShortDay } from './fee-audit.words.ts';

const sumOf = (groups: readonly MissingGroup[], of: (group: MissingGroup) => number): number =>
  groups.reduce((sum, group) => sum + of(group), 0);

/** What was sold less what the bank may keep is what it owes: one sum, then by card scheme. */
export function MissingSums({ groups, currency }: { groups: readonly MissingGroup[]; currency: Currency }) {
  const { t } = useTranslation(['fees', 'units', 'transactions']);
  const parts = [
    ['gross', sumOf(groups, ({ grossMinor }) => grossMinor)],
    ['charges', -sumOf(groups, ({ feeMinor, vatMinor }) => feeMinor + vatMinor)],
    ['net', sumOf(groups, ({ netMinor }) => netMinor)],
  ] as const;
  return (
    <>
      <dl className={classes['sum']}>
        {parts.map(([part, minor]) => (
          <div key={part} data-sum={part === 'net' ? '' : undefined}>
            <dt>{t(`fees:missing.parts.${part}`)}</dt>
            <dd>
              <Amount amountMinor={minor} currency={foreign(currency)} />
            </dd>
          </div>
        ))}
      </dl>
      <div className={classes['part']}>
        <ul className={classes['phoneLines']} aria-label={t('fees:missing.groups')}>
          {groups.map((group) => (
            <li key={group.scheme} className={classes['line']}>
              <span>
                {t(schemeKey(group.scheme))}
                <br />
                <span className={classes['quiet']}>
                  {t('fees:missing.group', {
                    transactions: t('units:transaction', { count: group.count }),
                    day: formatShortDay(group.dueDay),
                  })}
                </span>
              </span>
              <Amount amountMinor={group.netMinor} currency={foreign(currency)} />
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

/** What became of the payments of a claim that stays as it was made. */
export function MissingNowNotes({ claim }: { claim: FeeClaimDetail }) {
  const { t } = useTranslation(['fees', 'units']);
  const { missingNow: now, changedCount, isWorking, currency, state } = claim;
  if (now === null) return null;
  if (isWorking) return <p className={classes['quiet']}>{t('fees:notes.working')}</p>;
  if (changedCount === 0) return null;
  const money = (minor: number) => formatAmount(minor, { currency: t(`units:currency.${currency}`) });
  const kinds = (['arrived', 'notOwed', 'accepted', 'otherNet'] as const).filter(
    (kind) => now[`${kind}Count`] > 0,
  );
  const isOver = now.openMinor === 0 && (state === 'DRAFTED' || state === 'SENT');
  return (
    <div className={classes['changed']}>
      <p>{t('fees:missing.now.title')}</p>
      <ul>
        {kinds.map((kind) => (
          <li key={kind}>
            {t(`fees:missing.now.${kind}`, {
              transactions: t('units:transaction', { count: now[`${kind}Count`] }),
              amount: money(now.arrivedMinor),
            })}
          </li>
        ))}
        <li>
          {isOver
            ? t('fees:missing.now.withdraw')
            : t('fees:missing.now.open', { amount: money(now.openMinor) })}
        </li>
      </ul>
    </div>
  );
}
