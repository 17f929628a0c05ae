import { useLocalStorage } from '@mantine/hooks';

/** Whether keys of one character alone do something: whoever speaks to their browser turns them off. */
export const useSingleKeys = () =>
  useLocalStorage({ key: 'single-keys', defaultValue: true, getInitialValueInEffect: false });
