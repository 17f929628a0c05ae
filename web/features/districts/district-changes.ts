import { listChangesOf } from '@mizan/contract/audit.ts';
import { getPlace, getPlaceCounts, listPlaces } from '@mizan/contract/districts.ts';

/**
 * What shows places and what is known of them. Beside the drawer alone: the audit log knows every fact, which is more than
 * the rest of the screen.
 */
export const changes = [listChangesOf, listPlaces, getPlace, getPlaceCounts];
/** Without the place itself, where it is gone. */
export const changesOfList = [listPlaces, getPlaceCounts];
