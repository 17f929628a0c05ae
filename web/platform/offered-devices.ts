import { getOfferedDevices } from '@mizan/contract/offered-devices.ts';
import { useQuery } from '@tanstack/react-query';
import { language } from './language.ts';
import { routeQuery } from './query-client.ts';

/** Models and vendors as forms offer them; none before they are there: what was chosen stays a choice. */
const none = { models: [], vendors: [] };
export const offeredDevicesQuery = routeQuery(getOfferedDevices, {});
export const useOfferedDevices = () => useQuery(offeredDevicesQuery).data ?? none;
export type OfferedDevices = ReturnType<typeof useOfferedDevices>;

/** What a vendor is called in the reader's language; as it was saved where nobody offers it any more. */
export const vendorName = ({ vendors }: OfferedDevices, nameEn: string): string =>
  vendors.find(({ en }) => en === nameEn)?.[language] ?? nameEn;
