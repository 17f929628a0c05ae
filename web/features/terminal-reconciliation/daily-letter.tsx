import type { RouteOutput } from '@mizan/contract/route.ts';
import { listTerminalStates, setReconcileRecipients } from '@mizan/contract/terminal-reconciliation.ts';
import { IconMail } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api-client.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { DailyLine } from '../../ui/daily-line.tsx';
import { LetterText } from '../../ui/letter-text.tsx';

const RecipientsForm = lazyPart(() => import('../../ui/recipients-form.tsx'));

type States = RouteOutput<typeof listTerminalStates>;
type DailyLetterProps = Pick<States, 'people' | 'letter' | 'dailyTime'>;

/** What became of the e-mail after the daily time, and who gets it. */
export function DailyLetter({ people, letter, dailyTime }: DailyLetterProps) {
  const { t } = useTranslation('reconcile');
  const recipients = people.filter(({ isRecipient }) => isRecipient).length;
  return (
    <DailyLine
      icon={<IconMail size={18} stroke={1.6} aria-hidden="true" />}
      name={t('reconcile:letter.title')}
      changeLabel={t('reconcile:letter.form')}
      renderForm={(close) => (
        <RecipientsForm
          title={t('reconcile:letter.form')}
          help={t('reconcile:letter.help')}
          people={people}
          hasTime={dailyTime !== null}
          send={(userIds) => call(setReconcileRecipients, { body: { userIds } })}
          changes={[listTerminalStates]}
          onClose={close}
        />
      )}
    >
      <LetterText letter={letter} recipients={dailyTime === null ? 0 : recipients} />
    </DailyLine>
  );
}
