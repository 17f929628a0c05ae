import { paths } from '@mizan/contract/paths.ts';
import type { Health } from '@mizan/contract/platform.ts';
import {
  type Icon,
  IconAlertTriangle,
  IconClock,
  IconFileText,
  IconPlugConnectedX,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatMoment, formatNumber, isolateLtr } from '../../platform/formats.ts';
import { nameIn } from '../../platform/language.ts';
import classes from './health.module.css';

interface Need {
  id: string;
  icon: Icon;
  tone: string;
  title: string;
  help: string;
  action: string;
  to: string;
  search: Record<string, string>;
}
function needsIn({ jobs, applications, misfits, silent }: Health['needs'], t: TFunction): Need[] {
  const needs: Need[] = [];
  if (jobs) {
    needs.push({
      id: 'jobs',
      icon: IconClock,
      tone: 'wait',
      title: t('platform:needs.jobs', { count: jobs.waiting }),
      help: t('platform:needs.jobsHelp', {
        kind: isolateLtr(jobs.kind ?? ''),
        time: jobs.oldestAt === null ? '' : formatMoment(jobs.oldestAt),
      }),
      action: t('platform:needs.open'),
      to: paths.admin,
      search: { open: 'jobs' },
    });
  }
  if (applications) {
    needs.push({
      id: 'applications',
      icon: IconFileText,
      tone: 'progress',
      title: t('platform:needs.applications', { count: applications.count }),
      help: t('platform:needs.applicationsHelp', { time: formatMoment(applications.oldestAt) }),
      action: t('platform:needs.review'),
      to: paths.adminMerchants,
      search: { application: 'PENDING' },
    });
  }
  if (misfits) {
    needs.push({
      id: 'misfits',
      icon: IconAlertTriangle,
      tone: 'danger',
      title: t('platform:needs.misfits', { count: misfits.count }),
      help: t('platform:needs.misfitsHelp', {
        model: isolateLtr(misfits.model),
        madaPackage: isolateLtr(misfits.madaPackage),
      }),
      action: t('platform:needs.see'),
      to: paths.admin,
      search: { open: 'packages' },
    });
  }
  return needs.concat(silent.map((each) => silentNeed(each, t)));
}

const silentNeed = (each: Health['needs']['silent'][number], t: TFunction): Need => ({
  id: `silent ${each.merchantId}`,
  icon: IconPlugConnectedX,
  tone: 'offline',
  title: t('platform:needs.silent', {
    count: each.terminals,
    name: nameIn(each),
  }),
  help: t('platform:needs.silentHelp', { time: formatMoment(each.since) }),
  action: t('platform:needs.see'),
  to: paths.adminMerchants,
  search: { open: each.merchantId },
});

/** What needs an administrator; each opens what it counts. */
export function Needs({ needs }: { needs: Health['needs'] }) {
  const { t } = useTranslation('platform');
  const all = needsIn(needs, t);
  return (
    <section aria-labelledby="platform-needs">
      <h2 id="platform-needs" className={classes['heading']}>
        {t('platform:needs.title')}{' '}
        {all.length > 0 && <span className={classes['quiet']}>{formatNumber(all.length)}</span>}
      </h2>
      {all.length === 0 && <p className={classes['quiet']}>{t('platform:needs.none')}</p>}
      <ul className={classes['needs']}>
        {all.map(({ id, icon: NeedIcon, tone, title, help, action, to, search }) => (
          <li key={id}>
            <Link className={classes['need']} to={to} search={search as never}>
              <span className={classes['needIcon']} data-tone={tone}>
                <NeedIcon size={18} stroke={1.6} aria-hidden="true" />
              </span>
              <span className={classes['needText']}>
                <span className={classes['term']}>{title}</span>
                <span className={classes['quiet']}>{help}</span>
              </span>
              <span className={classes['needAction']}>{action}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
