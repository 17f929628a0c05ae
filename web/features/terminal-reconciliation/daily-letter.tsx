import { Button } from '@mantine/core';
import type { RouteOutput } from '@mizan/contract/route.ts';
import type { listTerminalStates, ReconcileLetter } from '@mizan/contract/terminal-reconciliation.ts';
import { IconMail } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatTime, riyadhDay } from '../../platform/formats.ts';
import { letterState } from './letter-state.ts';
import classes from './terminal-reconciliation.module.css';

const RecipientsForm = lazy(() => import('./recipients-form.tsx'));

type States = RouteOutput<typeof listTerminalStates>;
type DailyLetterProps = Pick<States, 'people' | 'letter' | 'dailyTime'>;

/** What became of the e-mail after the daily time, and who gets it. */
export function DailyLetter({ people, letter, dailyTime }: DailyLetterProps) {
  const { t } = useTranslation('reconcile');
  const [open, setOpen] = useState(false);
  const recipients = people.filter(({ isRecipient }) => isRecipient).length;
  return (
    <div className={classes['daily']}>
      <IconMail size={18} stroke={1.6} aria-hidden="true" />
      <span>{t('reconcile:letter.title')}</span>
      <strong>
        <LetterText letter={letter} recipients={dailyTime === null ? 0 : recipients} />
      </strong>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={t('reconcile:letter.form')}
        onClick={() => setOpen(true)}
      >
        {t('reconcile:letter.change')}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <RecipientsForm people={people} hasTime={dailyTime !== null} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** The newest letter as it is; where there was none, whether there will be one. */
function LetterText({ letter, recipients }: { letter: ReconcileLetter | null; recipients: number }) {
  const { t } = useTranslation('reconcile');
  const to = (count: number): string => t('reconcile:letter.to', { count });
  if (!letter)
    return recipients === 0
      ? t('reconcile:letter.nobody')
      : t('reconcile:letter.none', { to: to(recipients) });
  const { runAt, writtenAt, mails } = letter;
  if (writtenAt === null)
    return t('reconcile:letter.collecting', { time: momentText(runAt), to: to(recipients) });
  const state = letterState(letter);
  if (state === null) return t('reconcile:letter.past', { time: momentText(writtenAt) });
  const at = mails.findLast((mail) => mail.at !== null)?.at ?? writtenAt;
  return t(`reconcile:letter.${state}`, { time: momentText(at), to: to(mails.length) });
}

const momentText = (at: string): string =>
  riyadhDay(at) === riyadhDay(new Date()) ? formatTime(at) : formatDateTime(at);
