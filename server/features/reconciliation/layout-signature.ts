/** How files of one bank are recognised: their column names in comparable form, whatever their order. */
export const signatureOf = (keys: readonly string[]): string => [...keys].sort().join('\n');
