import { exportAuditEntries } from '@mizan/contract/audit.ts';
import { download } from '../../platform/api-client.ts';
import { language } from '../../platform/language.ts';
import { SaveMenu } from '../../ui/save-menu.tsx';
import type { AuditFilter } from './audit.search.ts';

/** The log of a filter as a file. */
export default function AuditSave({ filter }: { filter: AuditFilter }) {
  return (
    <SaveMenu
      onSave={(format) => download(exportAuditEntries, { query: { ...filter, format, lang: language } })}
    />
  );
}
