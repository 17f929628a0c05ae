import type { DailyLetter } from '@mizan/contract/daily-letter.ts';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatTime, riyadhDay } from '../platform/formats.ts';
import { letterState } from './letter-state.ts';

/** The newest letter as it is; where there was none, whether there will be one. `recipients` is how many it would go to. */
export function LetterText({ letter, recipients }: { letter: DailyLetter | null; recipients: number }) {
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
