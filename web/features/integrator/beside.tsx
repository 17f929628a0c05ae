import { AddressDrawer } from './address-drawer.tsx';
import { DeliveryDrawer } from './delivery-drawer.tsx';
import type { IntegrationsState } from './integrations.search.ts';

/** What is open beside the page: a delivery, else the address whose deliveries are listed. */
export default function Beside({ address }: { address: IntegrationsState }) {
  const { open, addressId } = address.state;
  if (open !== undefined) return <DeliveryDrawer key={open} id={open} address={address} />;
  if (addressId === undefined) return null;
  return (
    <AddressDrawer
      key={addressId}
      id={addressId}
      onClose={() => address.changeIfStill({ addressId: undefined })}
    />
  );
}
