import { Button } from '@mantine/core';
import {
  answerDays,
  getPersonalData,
  type PersonalData,
  takePersonalData,
} from '@mizan/contract/personal-data.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../../platform/api-client.ts';
import { useCommand } from '../../platform/command.ts';
import { apart, formatDate, formatNumber } from '../../platform/formats.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { routeQuery } from '../../platform/query-client.ts';
import { CommandButton } from '../../ui/command-button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Section } from '../../ui/page.tsx';
import classes from './account.module.css';
import { RequestList } from './personal-request-list.tsx';
import { WithdrawRequest } from './withdraw-request.tsx';

const AskDialog = lazyPart(() => import('./personal-ask-dialog.tsx'));

/** What is kept of oneself, to be taken away, and what one asks for of it. */
export function PersonalDataSection() {
  const { t } = useTranslation('personalData');
  const query = useQuery(routeQuery(getPersonalData, {}, { live: ['OWN'] }));
  const take = useCommand((format: 'json' | 'csv') => download(takePersonalData, { query: { format } }), {
    changes: [],
  });
  return (
    <Section title={t('personalData:title')}>
      <p className={classes['help']}>{t('personalData:help')}</p>
      <Loaded of={query} rows={8}>
        {(data) => (
          <>
            <Kept kept={data.kept} />
            <p className={classes['help']}>{t('personalData:fileHelp')}</p>
            <div className={classes['between']}>
              <CommandButton command={take} args="json" variant="default">
                {t('personalData:json')}
              </CommandButton>
              <CommandButton command={take} args="csv" variant="default">
                {t('personalData:csv')}
              </CommandButton>
            </div>
            <Asking {...data} />
          </>
        )}
      </Loaded>
    </Section>
  );
}

function Kept({ kept }: Pick<PersonalData, 'kept'>) {
  const { t } = useTranslation('personalData');
  return (
    <Facts
      facts={kept
        .filter(({ count }) => count !== 0)
        .map(({ kind, count, stays, until, days }) => {
          const becomes =
            days === null
              ? t(`personalData:stays.${stays}`, { day: until && formatDate(until) })
              : t(`personalData:timed.${kind}`, {
                  days: t('personalData:days', { count: days, number: formatNumber(days) }),
                });
          return [
            t(`personalData:kind.${kind}`),
            count === null ? becomes : `${formatNumber(count)}${apart}${becomes}`,
          ] as const;
        })}
    />
  );
}

function Asking({ answeredBy, requests }: Pick<PersonalData, 'answeredBy' | 'requests'>) {
  const { t } = useTranslation('personalData');
  const [asking, setAsking] = useState<'CORRECTION' | 'DELETION' | null>(null);
  return (
    <>
      <p className={classes['help']}>
        {t(`personalData:who${answeredBy}`, { days: formatNumber(answerDays) })}
      </p>
      <div className={classes['between']}>
        <Button variant="default" onClick={() => setAsking('CORRECTION')}>
          {t('personalData:correct')}
        </Button>
        <Button variant="default" onClick={() => setAsking('DELETION')}>
          {t('personalData:delete')}
        </Button>
      </div>
      {requests.length > 0 && (
        <RequestList
          label={t('personalData:requests')}
          rows={requests}
          renderAction={(row) => <WithdrawRequest of={row} />}
        />
      )}
      <Suspense>{asking && <AskDialog kind={asking} onClose={() => setAsking(null)} />}</Suspense>
    </>
  );
}
