import type { ExportSubject } from '@mizan/contract/exports.ts';
import { ShiftsScreen } from '../features/shifts/shifts-screen.tsx';
import { ListExport } from '../features/transactions/list-export.tsx';

const exporter = (subject: ExportSubject) => <ListExport subject={subject} />;

/** The shifts of a merchant's cashiers, to look at and to take away. */
export const ShiftsPage = () => <ShiftsScreen exporter={exporter} />;
