import { listChangesOf } from '@mizan/contract/audit.ts';
import { getMerchant, listMerchants } from '@mizan/contract/merchants.ts';
import { listMembers } from '@mizan/contract/suspension.ts';
import { getWaitingApplications } from '@mizan/contract/waiting-applications.ts';

/** Beside the dialogs alone: the audit log knows every fact, which is more than the rest of the screen. */

/** What shows how a decision left things, also where somebody was faster. */
export const changedByDecision = [listMerchants, getMerchant, getWaitingApplications, listChangesOf];

/** What shows how a change left things, whoever was faster. */
export const changedBySuspension = [listMerchants, getMerchant, listMembers, listChangesOf];
