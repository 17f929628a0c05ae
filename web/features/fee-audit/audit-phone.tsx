import type { AuditRow, FeeAudit } from '@mizan/contract/fee-audit.ts';
import { useId } from 'react';
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
  const base = useId();
  return audit.banks.map((bank) => (
    <section key={bank.id} className={classes['block']}>
      <h2 id={base + bank.id}>{bankName(bank.id, audit.banks, t)}</h2>
      <ul>
        {audit.rows
          .filter((row) => row.bankId === bank.id)
          .map((row) => (
            <PhoneRow key={rowKey(row)} row={row} address={address} bankHeadId={base + bank.id} />
          ))}
      </ul>
    </section>
  ));
}

function PhoneRow({
  row,
  address,
  bankHeadId,
}: {
  row: AuditRow;
  address: FeeAuditAddress;
  bankHeadId: string;
}) {
  const { t } = useTranslation(['fees', 'units', 'transactions']);
  const id = useId();
  // Two banks, and two rates of a card, may have as many transactions.
  const describedBy = `${bankHeadId} ${id}card ${id}rate`;
  return (
    <li>
      <div className={classes['line']}>
        <span id={`${id}card`}>
          <SchemeMark scheme={row.scheme} named />
        </span>
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
        <span id={`${id}rate`}>{row.rate ? rateText(row.rate, t) : t('fees:noRate')}</span>
        {apart}
        <AuditFigure
          address={address}
          of={{ row }}
          side={row.count > 0 ? 'judged' : 'notJudged'}
          describedBy={describedBy}
        >
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
          aria-describedby={describedBy}
          onClick={() => open(address, row, cause)}
        >
          <span>{causeText(cause, row.rate, t)}</span>
          <Amount amountMinor={cause.differenceMinor} signed />
        </button>
      ))}
    </li>
  );
}
