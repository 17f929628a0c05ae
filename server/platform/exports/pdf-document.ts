import PDFDocument from 'pdfkit';
import { plainText } from './safe-text.ts';

export type Document = InstanceType<typeof PDFDocument>;

/**
 * What every paper of ours says of itself; `more` where it says more. Its pages are added by whoever draws it; `isHeld`: they are kept
 * until its end, so that each can say of how many it is.
 */
export function newDocument(
  title: string,
  {
    lang,
    info,
    isHeld = false,
  }: { lang?: string; info?: Readonly<Record<string, unknown>>; isHeld?: boolean } = {},
): Document {
  return new PDFDocument({
    autoFirstPage: false,
    bufferPages: isHeld,
    ...(lang !== undefined && { lang }),
    displayTitle: true,
    info: { Title: plainText(title), Creator: 'Mizan', ...info },
  });
}
