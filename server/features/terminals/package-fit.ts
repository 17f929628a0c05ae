import { isOtherModel } from '@mizan/contract/mada-packages.ts';
import type { TerminalRow } from '@mizan/contract/terminals.ts';

/** What administrators said of a model and a mada package. */
export interface SaidFit {
  brand: string;
  model: string;
  package: string;
  fits: boolean;
}

type Installed = Pick<TerminalRow, 'brand' | 'model' | 'reportedModel' | 'madaPackage'>;

/**
 * Whether a terminal's mada package is one that its model takes, and which ones do. Of a package that nobody has spoken of
 * nothing is known, nor of another device than the one on record (docs/decisions/0140-what-fits-is-a-table.md).
 */
export function packageFit(
  terminal: Installed,
  said: readonly SaidFit[],
): Pick<TerminalRow, 'packageFit' | 'packagesNeeded'> {
  const own = said.filter(({ brand, model }) => brand === terminal.brand && model === terminal.model);
  const packagesNeeded = own.filter(({ fits }) => fits).map((each) => each.package);
  const of = own.find((each) => each.package === terminal.madaPackage);
  if (!of || isOtherModel(terminal)) return { packageFit: 'NOT_SET', packagesNeeded };
  return { packageFit: of.fits ? 'FITS' : 'DOES_NOT_FIT', packagesNeeded };
}
