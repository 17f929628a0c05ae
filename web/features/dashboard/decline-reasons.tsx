import { Button } from '@mantine/core';
import { paymentsBehind } from '@mizan/contract/dashboard-payments.ts';
import { declineAdviceOf } from '@mizan/contract/decline-advice.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../platform/formats.ts';
import { declineReasonText } from '../../ui/outcome-words.ts';
import { Section } from '../../ui/page.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import classes from './insights.module.css';
import type { Insights } from './insights.queries.ts';
import { PaymentsLink } from './payments-link.tsx';

/** The few that matter; the others come when they are asked for. */
const shownFirst = 5;

/** Why purchases were declined, in words and with what to do; each opens the payments it counts. */
export function DeclineReasons({ insights: { reasons, declinedCount } }: { insights: Insights }) {
  const { t } = useTranslation(['dashboard', 'transactions']);
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? reasons : reasons.slice(0, shownFirst);
  const title = t('dashboard:declined.title');
  if (declinedCount === 0) {
    return (
      <Section title={title}>
        <p className={classes['note']}>{t('dashboard:declined.none')}</p>
      </Section>
    );
  }
  return (
    <Section
      title={title}
      aside={<PaymentsLink filter={paymentsBehind.declined}>{formatNumber(declinedCount)}</PaymentsLink>}
    >
      <PlainTable label={title}>
        <thead>
          <tr>
            <th scope="col">{t('dashboard:declined.reason')}</th>
            <th scope="col" data-align="figure">
              {t('dashboard:kpi.payments')}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ reason, count }) => (
            <ReasonRow key={reason} reason={reason} count={count} />
          ))}
        </tbody>
      </PlainTable>
      {shown.length < reasons.length && (
        <Button variant="subtle" onClick={() => setWhole(true)}>
          {t('dashboard:declined.all', { count: reasons.length })}
        </Button>
      )}
    </Section>
  );
}

function ReasonRow({ reason, count }: { reason: string; count: number }) {
  const { t } = useTranslation(['dashboard', 'transactions']);
  const advice = declineAdviceOf(reason);
  return (
    <tr>
      <th scope="row" className={classes['reason']}>
        {declineReasonText(reason, t)}
        {advice && <span>{t(`dashboard:declined.advice.${advice}`)}</span>}
      </th>
      <td data-align="figure">
        <PaymentsLink filter={{ ...paymentsBehind.declined, reason }}>{formatNumber(count)}</PaymentsLink>
      </td>
    </tr>
  );
}
