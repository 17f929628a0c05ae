import { usualWeeks } from '@mizan/contract/dashboard-insights.ts';
import { paymentsBehind } from '@mizan/contract/dashboard-payments.ts';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatTime, formatWeekdayName } from '../../platform/formats.ts';
import { nameIn } from '../../platform/language.ts';
import { Section } from '../../ui/page.tsx';
import classes from './insights.module.css';
import type { Insights } from './insights.queries.ts';
import { PaymentsLink } from './payments-link.tsx';

type Quiet = Insights['quiet'][number];

/** The branches that sell unusually little for this hour of this weekday: said with what is usual, and never as a fault. */
export function QuietBranches({ quiet }: { quiet: Insights['quiet'] }) {
  const { t } = useTranslation('dashboard');
  if (quiet.length === 0) return null;
  return (
    <Section title={t('dashboard:quiet.title')}>
      <ul className={classes['quiet']}>
        {quiet.map((branch) => (
          <QuietBranch key={branch.branchId} branch={branch} />
        ))}
      </ul>
    </Section>
  );
}

function QuietBranch({ branch }: { branch: Quiet }) {
  const { t } = useTranslation('dashboard');
  const weekday = formatWeekdayName(branch.day);
  const { branchId, day, until, count, usualCount, weeks, terminalsAway } = branch;
  return (
    <li>
      <PaymentsLink
        filter={{ ...paymentsBehind.sales, currency: ['SAR'], branchId: [branchId], paidBefore: until }}
        days={{ from: day, to: day }}
      >
        {t('dashboard:quiet.branch', {
          branch: nameIn(branch),
          usual: formatNumber(usualCount),
          until: formatTime(until),
          weekday,
          count: formatNumber(count),
        })}
      </PaymentsLink>
      <span>
        {t('dashboard:quiet.usual', {
          weeks: formatNumber(weeks),
          weekday,
          of: formatNumber(usualWeeks),
        })}
        {terminalsAway > 0 && ` ${t('dashboard:quiet.away', { count: terminalsAway })}`}
      </span>
    </li>
  );
}
