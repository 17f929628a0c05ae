import type { LayoutProposal } from '@mizan/contract/reconciliation.ts';
import type { Inspection } from '../../reconciliation/inspect-bank-file.ts';

/** Values shown below a column's name. */
const samplesMax = 3;

/** What was found in a file, as a person is asked to confirm it. */
export function proposalOf({ mapping, formats, preview }: Inspection): LayoutProposal {
  return {
    headerLine: mapping.headerLine,
    columns: mapping.titles.map((title, index) => ({
      key: mapping.keys[index] ?? '',
      title,
      field: mapping.fields[index] ?? null,
      samples: preview
        .map(({ cells }) => cells[index] ?? '')
        .filter((sample) => sample !== '')
        .slice(0, samplesMax),
    })),
    dateOrder: formats.dateOrder,
    decimalComma: formats.decimalComma,
    utc: formats.utc,
    missing: mapping.missing,
  };
}
