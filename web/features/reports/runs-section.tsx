import type { ReportRun } from '@mizan/contract/reports.ts';
import { useTranslation } from 'react-i18next';
import { apart, formatDateTime } from '../../platform/formats.ts';
import { letterState } from '../../ui/letter-state.ts';
import { Section } from '../../ui/page.tsx';
import { daysText } from './days-text.ts';
import classes from './reports.module.css';

/** So long after its time a report counts as late: the job looks every minute. */
const lateAfterMs = 15 * 60_000;

/** What was sent, the newest first, with what became of the mails. */
export function RunsSection({ runs }: { runs: readonly ReportRun[] }) {
  const { t } = useTranslation('reports');
  return (
    <Section title={t('reports:history')}>
      {runs.length === 0 && <p className={classes['help']}>{t('reports:historyNone')}</p>}
      <ul className={classes['list']} aria-label={t('reports:history')}>
        {runs.map((run) => (
          <li key={run.id}>
            <div className={classes['what']}>
              <strong>{t(`reports:kinds.${run.kind}`)}</strong>
              <span className={classes['help']}>
                {run.kind === 'EXCEPTIONS' ? t('reports:about.open') : daysText(run.from, run.to)}
              </span>
            </div>
            <RunState run={run} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function RunState({ run: { mails, recipientsCount, writtenAt, dueAt } }: { run: ReportRun }) {
  const { t } = useTranslation('reports');
  const state = letterState({ mails, runAt: writtenAt, writtenAt });
  const known = state ?? (recipientsCount === 0 ? 'nobody' : 'past');
  const said = t(`reports:states.${known}`);
  const isLate = dueAt !== null && Date.parse(writtenAt) - Date.parse(dueAt) > lateAfterMs;
  const mark = dueAt === null ? t('reports:asked') : isLate ? t('reports:late') : null;
  return (
    <div className={classes['state']}>
      <span>{recipientsCount === 0 ? said : t('reports:to', { state: said, count: recipientsCount })}</span>
      <span className={classes['help']}>
        {formatDateTime(writtenAt)}
        {mark !== null && `${apart}${mark}`}
      </span>
    </div>
  );
}
