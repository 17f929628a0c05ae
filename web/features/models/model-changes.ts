import { listChangesOf } from '@mizan/contract/audit.ts';
import { getFit, getFitTable, getModel, listBrands, listModels } from '@mizan/contract/models.ts';

/** Beside the drawer alone: the audit log knows every fact, which is more than the rest of the screen. */
export const changes = [listChangesOf, listBrands, listModels, getModel, getFitTable, getFit];
