import type { SettlementTableRow } from '@mizan/contract/settlement-table.ts';

/** The texts of card schemes, by the key under transactions:scheme. */
export const schemeKeys: Readonly<Record<SettlementTableRow['scheme'], string>> = {
  Mada: 'mada',
  Visa: 'visa',
  MasterCard: 'mastercard',
  Maestro: 'maestro',
  Jcb: 'jcb',
  None: 'none',
};
