const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as XML 1.0 can carry it: without signs that it forbids, and with those escaped that it reads itself. */
export const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/(?![\t\n\r\u007f-\u009f])\p{Cc}|[\ufffe\uffff]/gu, '')
    // Excel reads _x0041_ as a letter by its number; an escaped underscore keeps it as it was written.
    .replaceAll(/_(?=x[0-9a-fA-F]{4}_)/g, '_x005F_')
    .replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign);
