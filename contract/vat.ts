/** VAT on what banks take, as the law has it on a day: said once for everybody (docs/decisions/0174-vat-by-day.md). */
export interface VatFrom {
  /** 'YYYY-MM-DD' */
  validFrom: string;
  vatBps: number;
}

/**
 * The VAT of a day, in basis points; days before the first row have the first row's.
 * @param vat what holds, the oldest first
 */
export function vatOn(vat: readonly VatFrom[], day: string): number {
  const last = vat.findLast(({ validFrom }) => validFrom <= day) ?? vat[0];
  if (!last) throw new Error('VAT has a row from the beginning');
  return last.vatBps;
}

/** What somebody says is the law's VAT is kept as the law's, and follows it; another one stays as it is. */
export const ownVat = (vat: readonly VatFrom[], validFrom: string, vatBps: number | null): number | null =>
  vatBps === vatOn(vat, validFrom) ? null : vatBps;
