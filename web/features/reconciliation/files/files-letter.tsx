import {
  getFilesLetter,
  setFilesLetterRecipients,
  setFilesLetterTime,
} from '@mizan/contract/files-letter.ts';
import { IconClock, IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api-client.ts';
import { formatTime } from '../../../platform/formats.ts';
import { lazyPart } from '../../../platform/lazy-part.ts';
import { routeQuery } from '../../../platform/query-client.ts';
import { DailyLine } from '../../../ui/daily-line.tsx';
import { LetterText } from '../../../ui/letter-text.tsx';

const DailyTimeForm = lazyPart(() => import('../../../ui/daily-time-form.tsx'));
const RecipientsForm = lazyPart(() => import('../../../ui/recipients-form.tsx'));

const letterQuery = routeQuery(getFilesLetter, {});
const changes = [getFilesLetter];

/** The daily e-mail about the files of banks: when it is written, to whom, and what became of the newest. */
export default function FilesLetter() {
  const { t } = useTranslation(['reconciliation', 'reconcile']);
  const { data } = useQuery(letterQuery);
  if (!data) return null;
  const { dailyTime, people, letter } = data;
  const recipients = people.filter(({ isRecipient }) => isRecipient).length;
  return (
    <section aria-label={t('reconciliation:filesLetter.title')}>
      <DailyLine
        icon={<IconClock size={18} stroke={1.6} aria-hidden="true" />}
        name={t('reconciliation:filesLetter.title')}
        changeLabel={t('reconciliation:filesLetter.time')}
        renderForm={(close) => (
          <DailyTimeForm
            title={t('reconciliation:filesLetter.time')}
            help={t('reconciliation:filesLetter.timeHelp')}
            placeholder="18:00"
            time={dailyTime}
            send={(time) => call(setFilesLetterTime, { body: { dailyTime: time } })}
            changes={changes}
            onClose={close}
          />
        )}
      >
        {dailyTime === null
          ? t('reconcile:daily.none')
          : t('reconciliation:filesLetter.every', { time: formatTime(`2026-01-01T${dailyTime}:00+03:00`) })}
      </DailyLine>
      <DailyLine
        icon={<IconMail size={18} stroke={1.6} aria-hidden="true" />}
        name={t('reconcile:letter.title')}
        changeLabel={t('reconciliation:filesLetter.recipients')}
        renderForm={(close) => (
          <RecipientsForm
            title={t('reconciliation:filesLetter.recipients')}
            help={t('reconciliation:filesLetter.help')}
            people={people}
            hasTime={dailyTime !== null}
            send={(userIds) => call(setFilesLetterRecipients, { body: { userIds } })}
            changes={changes}
            onClose={close}
          />
        )}
      >
        <LetterText letter={letter} recipients={dailyTime === null ? 0 : recipients} />
      </DailyLine>
    </section>
  );
}
