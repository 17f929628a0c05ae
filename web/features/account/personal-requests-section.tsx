import { Button } from '@mantine/core';
import {
  answerDays,
  listPersonalRequests,
  type PersonalRequest,
  personalCan,
} from '@mizan/contract/personal-data.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apart, formatNumber } from '../../platform/formats.ts';
import { nameIn } from '../../platform/language.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { routeQuery } from '../../platform/query-client.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Section } from '../../ui/page.tsx';
import classes from './account.module.css';
import { RequestList } from './personal-request-list.tsx';

const AnswerDialog = lazyPart(() => import('./personal-answer-dialog.tsx'));
/** An administrator answers owners of many merchants. */
const askedBy = ({ name, merchant }: PersonalRequest): string =>
  merchant === null ? name : `${name}${apart}${nameIn(merchant)}`;

/** What others ask for, for whoever may answer it. */
export function PersonalRequestsSection() {
  const { t } = useTranslation('personalData');
  const query = useQuery(routeQuery(listPersonalRequests, {}, { live: ['OWN'] }));
  const [answered, setAnswered] = useState<PersonalRequest | null>(null);
  return (
    <Section title={t('personalData:inbox')}>
      <p className={classes['help']}>{t('personalData:inboxHelp', { days: formatNumber(answerDays) })}</p>
      <Loaded of={query} rows={3}>
        {({ rows }) =>
          rows.length === 0 ? (
            <p className={classes['help']}>{t('personalData:none')}</p>
          ) : (
            <RequestList
              label={t('personalData:inbox')}
              rows={rows}
              who={askedBy}
              renderAction={(row) =>
                personalCan.answer(row) && (
                  <Button variant="default" onClick={() => setAnswered(row)}>
                    {t('personalData:answer')}
                  </Button>
                )
              }
            />
          )
        }
      </Loaded>
      <Suspense>{answered && <AnswerDialog asked={answered} onClose={() => setAnswered(null)} />}</Suspense>
    </Section>
  );
}
