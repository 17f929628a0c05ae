import PDFDocument from 'pdfkit';
import { plainText } from './safe-text.ts';

export type Document = InstanceType<typeof PDFDocument>;

/** What every paper of ours says of itself; `more` where it says more. Its pages are added by whoever draws it. */
export function newDocument(
  title: string,
  { lang, info }: { lang?: string; info?: Readonly<Record<string, unknown>> } = {},
): Document {
  return new PDFDocument({
    autoFirstPage: false,
    ...(lang !== undefined && { lang }),
    displayTitle: true,
    info: { Title: plainText(title), Creator: 'Mizan', ...info },
  });
}
