import { exportAuditEntries } from '@mizan/contract/audit.ts';
import { download } from '../../platform/api-client.ts';
import { language } from '../../platform/language.ts';
import { SaveMenu } from '../../ui/save-menu.tsx';
import type { AuditFilter } from './audit.search.ts';

/** Saves what the filters hold. */
export default function SaveAudit({ filter }: { filter: AuditFilter }) {
  return (
    <SaveMenu
      onSave={(format) => download(exportAuditEntries, { query: { ...filter, format, lang: language } })}
    />
  );
}
