import { getOfferedDistricts, getOfferedPlaces } from '@mizan/contract/offered-places.ts';
import { useQuery } from '@tanstack/react-query';
import { language } from './language.ts';
import { routeQuery } from './query-client.ts';

/** Places as forms offer them; none before they are there, so that a form is usable without them. */

interface Named {
  en: string;
  ar: string;
}
/** What a place is called in the reader's language. */
export const placeIn = (place: Named): string => place[language];

const none = { regions: [], cities: [] };
export const useOfferedPlaces = () => useQuery(routeQuery(getOfferedPlaces, {})).data ?? none;
export type OfferedPlaces = ReturnType<typeof useOfferedPlaces>;

/** Districts of a city by its name in either language. */
export const useOfferedDistricts = (city: string): readonly Named[] =>
  useQuery({
    ...routeQuery(getOfferedDistricts, { query: { city: city.trim() } }),
    enabled: city.trim() !== '',
  }).data?.districts ?? [];

/** What a place is called that is kept by its code ('SA-01') or its English name; as it stands where it is unknown. */
export function placeName({ regions, cities }: OfferedPlaces, field: string, value: string): string {
  const region = field === 'region' ? regions.find(({ code }) => code === value) : undefined;
  const found = region ?? (field === 'city' ? cities.find(({ en }) => en === value) : undefined);
  return found ? placeIn(found) : value;
}
