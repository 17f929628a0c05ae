const escaped: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as it may stand in HTML, between tags and within quoted attributes. */
export const htmlText = (value: string): string =>
  value.replaceAll(/[&<>"']/g, (sign) => escaped[sign] ?? sign);
