import {
  getModelPicture,
  type ModelRow,
  removeModelPicture,
  setModelPicture,
} from '@mizan/contract/models.ts';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api-client.ts';
import { upload } from '../../platform/api-upload.ts';
import { usePicture } from '../../platform/picture.ts';
import { usePictureEdit } from '../../platform/picture-edit.ts';
import { PictureField } from '../../ui/picture-field.tsx';
import { changes } from './model-changes.ts';
import classes from './models.module.css';

/** What a model looks like: set, replaced, taken out, and each taken back. */
export default function ModelPicture({ model: { id, pictureVersion } }: { model: ModelRow }) {
  const { t } = useTranslation('models');
  const params = { id };
  const shown = usePicture(
    getModelPicture,
    pictureVersion === null ? null : { ...params, version: pictureVersion },
  );
  const edit = usePictureEdit({
    send: (picture) => upload(setModelPicture, { params }, picture),
    remove: () => call(removeModelPicture, { params }),
    shown: shown.blob,
    changes,
  });
  return (
    <section className={classes['picture']} aria-label={t('models:picture')}>
      <h3>{t('models:picture')}</h3>
      <PictureField {...edit} address={shown.address} alt={t('models:picture')} />
    </section>
  );
}
