import { Modal } from '@mantine/core';
import { Fragment, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { termsAt } from './screen-marks.tsx';
import classes from './terms-dialog.module.css';

/** The terms of the screen, each as the glossary names it, with its sentence. */
export default function TermsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['help', 'common']);
  const [opener] = useState(document.activeElement);
  // It is gone with its closing, before it could give the focus back itself.
  useEffect(() => () => (opener instanceof HTMLElement ? opener.focus() : undefined), [opener]);
  const terms = termsAt(location.pathname);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('common:words.ofScreen')}
      size={480}
      closeButtonProps={{ 'aria-label': t('common:actions.close') }}
    >
      {terms.length === 0 && <p>{t('help:none')}</p>}
      <dl className={classes['terms']}>
        {terms.map((term) => (
          <Fragment key={term}>
            <dt>{t(`help:terms.${term}.name`)}</dt>
            <dd>{t(`help:terms.${term}.says`)}</dd>
          </Fragment>
        ))}
      </dl>
    </Modal>
  );
}
