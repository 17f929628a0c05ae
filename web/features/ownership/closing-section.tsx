import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../platform/lazy-part.ts';
import { Section } from '../../ui/page.tsx';
import classes from './ownership.module.css';

const ClosingDialog = lazyPart(() => import('./closing-dialog.tsx'));

/** The way out: what it means is said before anything is asked. */
export function ClosingSection() {
  const { t } = useTranslation('ownership');
  const [isAsking, setAsking] = useState(false);
  return (
    <Section title={t('ownership:closing.title')}>
      <p className={classes['help']}>{t('ownership:closing.help')}</p>
      <div>
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('ownership:closing.action')}
        </Button>
      </div>
      <Suspense>{isAsking && <ClosingDialog onClose={() => setAsking(false)} />}</Suspense>
    </Section>
  );
}
