import type { BankLines } from '../normalise/bank-lines.ts';
import { absentKey } from '../normalise/key-text.ts';
import { type PortalRecords, uuidLength } from '../normalise/portal-records.ts';

/**
 * Whether a line names, by its own id, another payment than the one given: whatever else they share, such as an order, it is
 * not that one's line. Not so of a sale that a refund's line names, as banks report refunds under their sales.
 */
export function otherByItsId({ lines, records }: { lines: BankLines; records: PortalRecords }) {
  const { paymentRefAt, paymentRefLength, orderRefAt, orderRefLength, grossMinor } = lines.columns;
  let byId: Map<string, number> | null = null;
  const textOf = ({ bytes }: { bytes: Uint8Array }, at: number): string =>
    Buffer.from(bytes.buffer, bytes.byteOffset + at, uuidLength).toString('latin1');
  const ids = (): Map<string, number> => {
    const found = new Map<string, number>();
    const { uuidAt } = records.columns;
    for (let record = 0; record < records.count; record++)
      if (uuidAt[record] !== absentKey)
        found.set(textOf(records.references, uuidAt[record] as number), record);
    return found;
  };
  const named = (at: number, length: number): number | undefined => {
    if (length !== uuidLength) return undefined;
    byId ??= ids();
    return byId.get(textOf(lines.references, at));
  };
  return (line: number, record: number): boolean =>
    [
      named(paymentRefAt[line] as number, paymentRefLength[line] as number),
      named(orderRefAt[line] as number, orderRefLength[line] as number),
    ].some(
      (found) =>
        found !== undefined &&
        found !== record &&
        (grossMinor[line] as number) < 0 === (records.columns.amountMinor[found] as number) < 0,
    );
}
