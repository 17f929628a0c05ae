import type { FieldName } from '@mizan/contract/onboarding-rules.ts';
import { saudiBanks } from '@mizan/contract/saudi-banks.ts';
import { saudiCities, saudiDistricts, saudiRegions } from '@mizan/contract/saudi-places.ts';
import { modelNames, mspNames } from '@mizan/contract/terminal-models.ts';
import { locale } from '../../platform/formats.ts';
import { language } from '../../platform/language.ts';

interface Named {
  en: string;
  ar: string;
}
interface Choice {
  value: string;
  text: string;
}
const byText = (a: Choice, b: Choice): number => a.text.localeCompare(b.text, locale);
const same = (text: string): Choice => ({ value: text, text });
const named = <T extends Named>(list: readonly T[], value: (each: T) => string): Choice[] =>
  list.map((each) => ({ value: value(each), text: each[language] })).toSorted(byText);

/** What a field may be chosen from, in the reader's language; undefined for one that is typed. */
export function choicesOf(name: FieldName, valueOf: (path: string) => string): Choice[] | undefined {
  const region = valueOf('business.region');
  switch (name) {
    case 'business.bank':
      return named(saudiBanks, ({ code }) => code);
    case 'business.region':
      return named(saudiRegions, ({ code }) => code);
    case 'business.city':
      return named(
        saudiCities.filter((city) => region === '' || city.region === region),
        ({ en }) => en,
      );
    case 'branches.terminals.msp':
      return mspNames.map(same);
    case 'branches.terminals.model':
      return modelNames.map(same);
    default:
      return undefined;
  }
}

/** What may be typed as it is: the districts of the city. */
export const suggestionsOf = (name: FieldName, valueOf: (path: string) => string): string[] =>
  name === 'business.district'
    ? saudiDistricts.filter(({ city }) => city === valueOf('business.city')).map((each) => each[language])
    : [];
