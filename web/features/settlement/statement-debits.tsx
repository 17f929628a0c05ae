import { NativeSelect } from '@mantine/core';
import type { StatementDebit } from '@mizan/contract/statements.ts';
import { useTranslation } from 'react-i18next';
import { formatAmount, formatDate, formatNumber } from '../../platform/formats.ts';
import { Amount } from '../../ui/amount.tsx';
import classes from './deposit.module.css';
import { EntryWords } from './entry-words.tsx';

interface DebitsProps {
  debits: readonly StatementDebit[];
  /** Which deposit each debit took back, by its entry. */
  takenBack: ReadonlyMap<number, string>;
  onTakeBack: (entry: number, depositId: string | null) => void;
}

const isAbout = ({ mayTakeBack, tookBackId, isReversal }: StatementDebit): boolean =>
  mayTakeBack.length > 0 || tookBackId !== null || isReversal;

/** Lines that took money out: those that may have taken a deposit back with that question, all others by name. */
export function StatementDebits({ debits, takenBack, onTakeBack }: DebitsProps) {
  const { t } = useTranslation('settlement');
  const [about, others] = [debits.filter(isAbout), debits.filter((debit) => !isAbout(debit))];
  return (
    <>
      {about.length > 0 && (
        <ul className={classes['credits']} aria-label={t('settlement:statement.reversals')}>
          {about.map((debit) => (
            <li key={debit.entry}>
              <span>
                <Named debit={debit} />
                <TakesBack
                  debit={debit}
                  depositId={takenBack.get(debit.entry) ?? null}
                  onTakeBack={(depositId) => onTakeBack(debit.entry, depositId)}
                />
              </span>
              <Out debit={debit} />
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <details className={classes['others']}>
          <summary>{t('settlement:statement.debits', { number: formatNumber(others.length) })}</summary>
          <ul className={classes['credits']} aria-label={t('settlement:statement.debitsTitle')}>
            {others.map((debit) => (
              <li key={debit.entry}>
                <Named debit={debit} />
                <Out debit={debit} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

const Named = ({ debit }: { debit: StatementDebit }) => (
  <span>
    <EntryWords entry={debit} />
  </span>
);

const Out = ({ debit: { amountMinor, currency } }: { debit: StatementDebit }) => (
  <Amount amountMinor={amountMinor} currency={currency === 'SAR' ? undefined : currency} />
);

interface TakesBackProps {
  debit: StatementDebit;
  depositId: string | null;
  onTakeBack: (depositId: string | null) => void;
}

function TakesBack({ debit, depositId, onTakeBack }: TakesBackProps) {
  const { t } = useTranslation('settlement');
  if (debit.tookBackId !== null)
    return <small className={classes['help']}>{t('settlement:statement.tookBack')}</small>;
  if (debit.mayTakeBack.length === 0)
    return <small className={classes['help']}>{t('settlement:statement.reversalOfNone')}</small>;
  return (
    <NativeSelect
      label={t(debit.isReversal ? 'settlement:statement.reversalOf' : 'settlement:statement.asMuchAs')}
      value={depositId ?? ''}
      data={[
        { value: '', label: t('settlement:statement.takesBackNone') },
        ...debit.mayTakeBack.map(({ id, valueDate, amountMinor, reference }) => ({
          value: id,
          label: t('settlement:statement.takesBack', {
            day: formatDate(valueDate),
            amount: formatAmount(amountMinor),
            reference,
          }),
        })),
      ]}
      onChange={(event) => onTakeBack(event.currentTarget.value || null)}
    />
  );
}
