import { paths } from '@mizan/contract/paths.ts';
import { listReports } from '@mizan/contract/reports.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { routeQuery } from '../../platform/query-client.ts';
import { useTitle } from '../../platform/title.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { AddReportForm } from './add-report-form.tsx';
import classes from './reports.module.css';
import { RunsSection } from './runs-section.tsx';
import { SchedulesSection } from './schedules-section.tsx';

/** Reports that are sent by themselves, and what was sent. */
export function ReportsPage() {
  const { t } = useTranslation(['reports', 'shell']);
  useTitle(t('reports:title'), 'screen');
  const query = useQuery(routeQuery(listReports, {}));
  return (
    <Page title={t('reports:title')} back={<Link to={paths.settings}>{t('shell:menu.settings')}</Link>}>
      <Loaded of={query} rows={12}>
        {({ schedules, runs, people }) => (
          <>
            <p className={classes['help']}>{t('reports:help')}</p>
            <div className={classes['columns']}>
              <div className={classes['column']}>
                <SchedulesSection schedules={schedules} />
                <RunsSection runs={runs} />
              </div>
              <AddReportForm people={people} />
            </div>
          </>
        )}
      </Loaded>
    </Page>
  );
}
