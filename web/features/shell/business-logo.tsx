import { getLogo } from '@mizan/contract/business.ts';
import { usePicture } from '../../platform/picture.ts';

/** The logo beside the name of the business, which says the same. */
export default function BusinessLogo({ version }: { version: string }) {
  const { address } = usePicture(getLogo, { version });
  return address === null ? null : <img src={address} alt="" data-business-logo />;
}
