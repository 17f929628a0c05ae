import { fieldNameOf } from '@mizan/contract/onboarding-rules.ts';
import { saudiBanks } from '@mizan/contract/saudi-banks.ts';
import { locale } from '../../platform/formats.ts';
import { language } from '../../platform/language.ts';
import type { OfferedDevices } from '../../platform/offered-devices.ts';
import type { OfferedPlaces } from '../../platform/offered-places.ts';

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

/** What was chosen stays a choice, also where nobody offers it any more. */
const kept = (choices: Choice[], value: string): Choice[] =>
  value === '' || choices.some((each) => each.value === value) ? choices : [...choices, same(value)];

export type Offered = OfferedPlaces & OfferedDevices;

/** What a field may be chosen from, in the reader's language; undefined for one that is typed. */
export function choicesOf(
  path: string,
  valueOf: (path: string) => string,
  { regions, cities, models, vendors }: Offered,
): Choice[] | undefined {
  const region = valueOf('business.region');
  const value = valueOf(path);
  switch (fieldNameOf(path)) {
    case 'business.bank':
      return named(saudiBanks, ({ code }) => code);
    case 'business.region':
      return kept(
        named(regions, ({ code }) => code),
        region,
      );
    case 'business.city':
      return kept(
        named(
          cities.filter((city) => region === '' || city.region === region),
          ({ en }) => en,
        ),
        value,
      );
    case 'branches.terminals.msp':
      return kept(
        named(vendors, ({ en }) => en),
        value,
      );
    case 'branches.terminals.model':
      return kept(models.map(same), value);
    default:
      return undefined;
  }
}
