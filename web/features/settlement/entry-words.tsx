import { besideEachOther } from '@mizan/contract/apart.ts';
import { formatDate } from '../../platform/formats.ts';

interface EntryWordsProps {
  entry: { valueDate: string; reference: string; text: string };
}

/** An entry of a statement as the bank calls it: by its text a person tells a settlement from a transfer. */
export function EntryWords({ entry: { valueDate, reference, text } }: EntryWordsProps) {
  const words = text !== '' && text.includes(reference) ? [text] : [reference, text];
  return (
    <>
      {formatDate(valueDate)} <bdi>{besideEachOther(words.filter((each) => each !== ''))}</bdi>
    </>
  );
}
