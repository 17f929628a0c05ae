import type { FeeAudit } from '@mizan/contract/fee-audit.ts';
import { useTranslation } from 'react-i18next';
import { apart } from '../../platform/formats.ts';
import { Amount } from '../../ui/amount.tsx';
import { opensNothing } from '../../ui/opens-nothing.ts';
import { SchemeMark } from '../../ui/scheme-mark.tsx';
import { AuditFigure } from './audit-figure.tsx';
import { isChosen, open } from './audit-table.tsx';
import classes from './fee-audit.module.css';
import { type FeeAuditAddress, rowKey } from './fee-audit.search.ts';
import { bankName, causeText, foreign, rateText } from './fee-audit.words.ts';

/** The same rows below each other, where columns have no room. */
export function AuditPhone({ audit, address }: { audit: FeeAudit; address: FeeAuditAddress }) {
  const { t } = useTranslation(['fees', 'units', 'transactions']);
  return audit.banks.map((bank) => (
    <section key={bank.id} className={classes['block']}>
      <h2>{bankName(bank.id, audit.banks, t)}</h2>
      <ul>
        {audit.rows
          .filter((row) => row.bankId === bank.id)
          .map((row) => (
            <li key={rowKey(row)}>
              <div className={classes['line']}>
                <SchemeMark scheme={row.scheme} named />
                {row.count > 0 && (
                  <span {...opensNothing('ofFigures')}>
                    <Amount
                      amountMinor={row.chargedMinor - row.agreedMinor}
                      signed
                      currency={foreign(row.currency)}
                    />
                  </span>
                )}
              </div>
              <div className={classes['quiet']}>
                {row.rate ? rateText(row.rate, t) : t('fees:noRate')}
                {apart}
                <AuditFigure address={address} of={{ row }} side={row.count > 0 ? 'judged' : 'notJudged'}>
                  {t('units:transaction', { count: row.count > 0 ? row.count : row.notJudgedCount })}
                </AuditFigure>
              </div>
              {row.causes.map((cause) => (
                <button
                  key={`${cause.side} ${cause.key}`}
                  type="button"
                  className={classes['phoneCause']}
                  data-side={cause.side}
                  aria-pressed={isChosen(address, row, cause)}
                  onClick={() => open(address, row, cause)}
                >
                  <span>{causeText(cause, row.rate, t)}</span>
                  <Amount amountMinor={cause.differenceMinor} signed />
                </button>
              ))}
            </li>
          ))}
      </ul>
    </section>
  ));
}
