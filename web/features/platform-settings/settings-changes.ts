import { listChangesOf } from '@mizan/contract/audit.ts';
import { getMaintenanceNotice, getPlatformSettings } from '@mizan/contract/platform-settings.ts';

/** What shows settings of the platform, and who changed them. */
export const settingsChanges = [getPlatformSettings, listChangesOf, getMaintenanceNotice];
