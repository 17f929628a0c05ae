import type { ExportSubject } from '@mizan/contract/exports.ts';
import { ManagementScreen } from '../features/management/management-screen.tsx';
import { ListExport } from '../features/transactions/list-export.tsx';

const exporter = (subject: ExportSubject) => <ListExport subject={subject} />;

/** The branches and people of a merchant, and either list as a file. */
export function ManagementPage() {
  return <ManagementScreen exporter={exporter} />;
}
