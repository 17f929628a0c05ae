import { placeName, useOfferedPlaces } from '../../platform/offered-places.ts';

/** The name of a region, a city or a district in this language; what is no code of one stays as it is. */
export default function PlaceName({ kind, value }: { kind: string; value: string }) {
  return <bdi>{placeName(useOfferedPlaces(), kind, value)}</bdi>;
}
