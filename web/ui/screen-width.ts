import { useMediaQuery } from '@mantine/hooks';

const useIs = (query: string): boolean =>
  useMediaQuery(query, false, { getInitialValueInEffect: false }) ?? false;

/** No room for the columns of any table. */
export const useIsPhone = (): boolean => useIs('screen and (max-width: 48em)');

/** No room for the columns of a wide one. */
export const useIsTablet = (): boolean => useIs('screen and (max-width: 62em)');

/** No room beside a list: a drawer covers it. */
export const useIsNarrow = (): boolean => useIs('(max-width: 64em)');

/** No room for every column of a wide table beside what stands next to it. */
export const useIsTight = (): boolean => useIs('(max-width: 88em)');
