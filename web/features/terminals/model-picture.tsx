import { getTerminalPicture } from '@mizan/contract/terminal-history.ts';
import { useTranslation } from 'react-i18next';
import { usePicture } from '../../platform/picture.ts';

/** What the model of a terminal looks like. */
export default function ModelPicture({ tid, version }: { tid: string; version: string }) {
  const { t } = useTranslation('terminals');
  const { address } = usePicture(getTerminalPicture, { tid, version });
  return address === null ? null : <img src={address} alt={t('terminals:detail.picture')} />;
}
