import type { TFunction } from 'i18next';
import { paramText } from '../../platform/facts.words.ts';
import { formatAmount, formatNumber } from '../../platform/formats.ts';

/** 'sales: 4100' with what it is called in this language; free text, which may have commas of its own, stays as it is. */
function partText(t: TFunction, name: string, part: string): string {
  const [, key = '', place, value = ''] = /^(\w+)(?: \((\d+)\))?: (.*)$/s.exec(part) ?? [];
  const called = t(`facts:part.${name}.${key}`, { defaultValue: '' });
  if (called === '') return part;
  const said = key === 'outcome' ? paramText(t, 'exceptionOutcome', value) : value;
  return t('facts:part.pair', {
    name: place === undefined ? called : `${called} ${formatNumber(Number(place))}`,
    value: key.endsWith('Minor') ? formatAmount(Number(value)) : said,
  });
}

/**
 * What entries said of a rule and of the journal's accounts before each field was a parameter of its own: one text,
 * 'outcome: feeDiffers, group: Rounding'. They are never changed, so that they are read as they are.
 */
export const oldParts = (t: TFunction, name: string, text: string): string[] =>
  text.split(', ').map((part) => partText(t, name, part));
