import type { Readable } from 'node:stream';
import { riyadhDay } from '@mizan/contract/business-day.ts';
import type { CalendarChoice } from '@mizan/contract/preferences.ts';
import { newDocument } from '../../platform/exports/pdf-document.ts';
import { type PdfTexts, pdfTexts } from '../../platform/exports/pdf-text.ts';
import { isolated } from '../../platform/exports/safe-text.ts';
import type { Words } from '../../platform/words.ts';
import { letterOf } from './claim-letters.ts';
import type { ClaimRecord } from './claims.queries.ts';
import { closing, type Document, ink, pen, runningHeads, sizes } from './letter-pen.ts';
import { letterWords } from './letter-words.ts';

/** What is asked for and what it rests on stand beside the sum. */
const paragraphsOfEnd = 2;

/** One language of the letter, on pages of its own, with a place for the signature. */
function drawLetter(doc: Document, texts: PdfTexts, claim: ClaimRecord, words: Words): void {
  const { text, amount, day } = words;
  const { said } = claim;
  const at = pen(doc, texts, words);
  const letter = letterOf(claim.kind, { said, figures: claim }, words);
  at.pair(
    isolated({ en: said.merchant.nameEn, ar: said.merchant.nameAr }[words.language]),
    claim.name,
    'bold',
  );
  if (said.merchant.cr !== null)
    at.text(text('fees:letter.registration', { cr: isolated(said.merchant.cr) }), {
      size: sizes.small,
      color: ink.quiet,
    });
  at.text(day(riyadhDay(claim.madeAt)), { size: sizes.small, color: ink.quiet });
  at.rule();
  at.text(letter.title, { font: 'bold', size: sizes.title });
  at.space(6);
  for (const paragraph of letter.paragraphs.slice(0, -paragraphsOfEnd)) at.paragraph(paragraph);
  closing(at, {
    paragraphs: letter.paragraphs.slice(-paragraphsOfEnd),
    figures: [
      ...(claim.feeMinor !== null && claim.vatMinor !== null
        ? [
            [text('fees:claim.fee'), amount(claim.feeMinor)] as const,
            [text('fees:claim.vat'), amount(claim.vatMinor)] as const,
          ]
        : []),
      [text('fees:claim.sum'), amount(claim.claimedMinor)],
    ],
    filesHead: text(claim.kind === 'MISSING' ? 'fees:missingLetter.filesHead' : 'fees:letter.files'),
    files: said.files.map(({ name, sha256 }) => [isolated(name), `SHA-256 ${sha256}`]),
    words,
  });
}

/** The letter in Arabic and in English, on pages of their own, for signature. */
export function claimPdf(claim: ClaimRecord, calendar: CalendarChoice = 'gregorian'): Readable {
  const { name } = claim;
  const doc = newDocument(name, { isHeld: true });
  const texts = pdfTexts(doc);
  for (const language of ['ar', 'en'] as const) {
    const words = letterWords(language, calendar);
    const first = doc.bufferedPageRange().count;
    drawLetter(doc, texts, claim, words);
    runningHeads(doc, texts, { first, last: doc.bufferedPageRange().count - 1, name, words });
  }
  doc.end();
  return doc;
}
