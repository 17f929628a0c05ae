import type { AuditSumLine, FeeAudit } from '@mizan/contract/fee-audit.ts';
import type { Currency } from '@mizan/contract/money.ts';
import { paths } from '@mizan/contract/paths.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { apart, formatNumber } from '../../platform/formats.ts';
import { Amount } from '../../ui/amount.tsx';
import { ListView, MoreRows } from '../../ui/list-view.tsx';
import { opensNothing } from '../../ui/opens-nothing.ts';
import { Section } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import classes from './fee-audit.module.css';
import { useAuditSumLines } from './fee-audit.queries.ts';
import type { FeeAuditAddress } from './fee-audit.search.ts';
import { foreign, formatShortDay } from './fee-audit.words.ts';

interface Props {
  audit: FeeAudit;
  currency: Currency;
  address: FeeAuditAddress;
}

/** The lines that charge for many payments at once and differ, each with the way to its file. */
export function SumLines({ audit, currency, address: { span } }: Props) {
  const { t } = useTranslation(['fees', 'states', 'units']);
  const list = useAuditSumLines({ ...span, currency });
  const sum = audit.inSums.find((each) => each.currency === currency);
  return (
    <Section
      title={t('fees:lines.inSums')}
      aside={
        sum && (
          <span {...opensNothing('rowsBeside')}>
            {t('units:line', { count: sum.count })}{' '}
            <Amount amountMinor={sum.differenceMinor} signed currency={foreign(currency)} />
          </span>
        )
      }
    >
      <ListView
        list={list}
        skeletonRows={3}
        onClear={false}
        empty={<EmptyState title={t('fees:lines.empty')} help={t('states:changed')} />}
      >
        {(rows) => (
          <>
            <ul className={classes['phoneLines']} aria-label={t('fees:lines.inSums')}>
              {rows.map((line) => (
                <SumLine key={`${line.bankFileId} ${line.seq}`} line={line} />
              ))}
            </ul>
            <MoreRows list={list} />
          </>
        )}
      </ListView>
    </Section>
  );
}

function SumLine({
  line: { bankFileId, fileName, seq, line, day, differenceMinor },
}: {
  line: AuditSumLine;
}) {
  const { t } = useTranslation('fees');
  return (
    <li className={classes['line']}>
      <span>
        <Link
          to={paths.reconciliation}
          search={{ view: 'files', file: bankFileId, entry: String(seq) } as never}
        >
          <bdi>{fileName}</bdi>
          {line !== null && `${apart}${t('fees:lines.lineOf', { line: formatNumber(line) })}`}
        </Link>{' '}
        <span className={classes['quiet']}>{formatShortDay(day)}</span>
      </span>
      <Amount amountMinor={differenceMinor} signed />
    </li>
  );
}
