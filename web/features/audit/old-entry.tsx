import { useTranslation } from 'react-i18next';
import { locale } from '../../platform/formats.ts';
import { oldParts } from './old-entries.words.ts';

/** What an entry of before said in one text, part by part in the reader's words. */
export default function OldEntry({ name, text }: { name: string; text: string }) {
  const { t } = useTranslation('facts');
  return <bdi>{new Intl.ListFormat(locale, { type: 'unit' }).format(oldParts(t, name, text))}</bdi>;
}
