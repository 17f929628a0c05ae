import { listChangesOf } from '@mizan/contract/audit.ts';
import { getVendor, listVendors } from '@mizan/contract/vendors.ts';

/** Beside the drawer alone: the audit log knows every fact, which is more than the rest of the screen. */
export const changes = [listChangesOf, listVendors, getVendor];
