import { getSession } from '@mizan/contract/auth.ts';
import { getBusiness, removeLogo, setLogo } from '@mizan/contract/business.ts';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api-client.ts';
import { upload } from '../../platform/api-upload.ts';
import type { ShownPicture } from '../../platform/picture.ts';
import { usePictureEdit } from '../../platform/picture-edit.ts';
import { Section } from '../../ui/page.tsx';
import { PictureField } from '../../ui/picture-field.tsx';
import classes from './business.module.css';

/** The logo: set, replaced, taken out, and each taken back. */
export function LogoSection({ logo }: { logo: ShownPicture }) {
  const { t } = useTranslation('business');
  const edit = usePictureEdit({
    send: (picture) => upload(setLogo, {}, picture),
    remove: () => call(removeLogo, {}),
    shown: logo.blob,
    changes: [getBusiness, getSession],
  });
  return (
    <Section title={t('business:logo.title')}>
      <p className={classes['help']}>{t('business:logo.help')}</p>
      <PictureField {...edit} address={logo.address} alt={t('business:logo.title')} />
    </Section>
  );
}
