import { Button, CopyButton } from '@mantine/core';
import type { BankFileDetail, BankFileResult } from '@mizan/contract/reconciliation.ts';
import { IconCopy, IconMail, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { textsIn } from '../../../platform/i18n.ts';
import { readSession } from '../../../platform/session.store.ts';
import { DockedDrawer } from '../../../ui/docked-drawer.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PrintedSheet } from '../../../ui/printed-sheet.tsx';
import { MissingState } from '../../../ui/states.tsx';
import classes from './bank-letter.module.css';
import { type BankLetter, bankLetterOf } from './bank-letter.words.ts';

/** Mail programs refuse longer addresses; what is longer is copied. */
const mailAddressMax = 8_000;
const languages = ['ar', 'en'] as const;
const icon = { size: 16, stroke: 1.6, 'aria-hidden': true } as const;

interface DrawerProps {
  detail: BankFileDetail;
  result: BankFileResult;
  onClose: () => void;
}

/** A letter that asks the bank for what the file lacks, in both languages. It is written here and sent by nobody but its reader. */
export function BankLetterDrawer({ detail, result, onClose }: DrawerProps) {
  const { t } = useTranslation(['reconciliation', 'common']);
  const texts = useQuery({
    queryKey: ['texts', 'letter'],
    queryFn: () =>
      Promise.all(languages.map((language) => textsIn(language, 'letter', 'transactions', 'units'))),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <DockedDrawer title={t('reconciliation:ask.title')} onClose={onClose}>
      <Loaded of={texts} rows={8}>
        {(both) => {
          const about = { detail, result, sender: readSession()?.userName ?? '' };
          const letters = languages.flatMap(
            (language, index) => (both[index] && bankLetterOf(both[index], language, about)) ?? [],
          );
          return letters.length === 0 ? (
            <MissingState title={t('reconciliation:ask.nothing')} />
          ) : (
            <Letters letters={letters} />
          );
        }}
      </Loaded>
    </DockedDrawer>
  );
}

function Letters({ letters }: { letters: readonly BankLetter[] }) {
  const { t } = useTranslation('reconciliation');
  const text = letters.map(({ body }) => body).join('\n\n———\n\n');
  const subject = letters.map((letter) => letter.subject).join(' | ');
  const address = `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`;
  const fits = address.length <= mailAddressMax;
  return (
    <>
      <p className={classes['note']}>{t('reconciliation:ask.help')}</p>
      <div className={classes['actions']}>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button onClick={copy} leftSection={<IconCopy {...icon} />}>
              {t(`reconciliation:ask.${copied ? 'copied' : 'copy'}`)}
            </Button>
          )}
        </CopyButton>
        {fits && (
          <Button variant="default" component="a" href={address} leftSection={<IconMail {...icon} />}>
            {t('reconciliation:ask.mail')}
          </Button>
        )}
        <Button variant="default" onClick={() => print()} leftSection={<IconPrinter {...icon} />}>
          {t('reconciliation:ask.print')}
        </Button>
      </div>
      {!fits && <p className={classes['note']}>{t('reconciliation:ask.tooLong')}</p>}
      <Sheet letters={letters} />
      <PrintedSheet>
        <Sheet letters={letters} />
      </PrintedSheet>
    </>
  );
}

function Sheet({ letters }: { letters: readonly BankLetter[] }) {
  return letters.map(({ language, subject, body }) => (
    <article
      key={language}
      lang={language}
      dir={language === 'ar' ? 'rtl' : 'ltr'}
      className={classes['letter']}
    >
      <h3>{subject}</h3>
      <p>{body}</p>
    </article>
  ));
}
