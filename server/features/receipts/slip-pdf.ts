import type { Readable } from 'node:stream';
import type { Slip } from '@mizan/contract/receipts.ts';
import encodeQR from 'qr';
import { type Document, newDocument } from '../../platform/exports/pdf-document.ts';
import { directionOf } from '../../platform/exports/pdf-line.ts';
import { type PdfTexts, pdfTexts, type Side, type TextStyle } from '../../platform/exports/pdf-text.ts';
import type { KeptPicture } from '../../platform/pictures/received-picture.ts';

/** A roll of 80 mm, of which printers use 72. In points. */
const roll = { width: 226.77, margin: 14 } as const;
const inner = roll.width - 2 * roll.margin;
const sizes = { plain: 7.5, strong: 10 } as const;
const lineHeight = 1.55;
const blockGap = 7;
/** As large as a phone reads it from a hand's breadth, with the light modules that it is found by. */
const codeSide = 96;
const quietZone = 3;
/** As large as a logo may be, and what parts it from the name. */
const logoBox = { width: 110, height: 46, gap: 6 } as const;
const ink = '#000000';

/** A text where it stands: 'center' is the middle of the roll. */
interface Placed {
  text: string;
  style: TextStyle;
  side: Side | 'center';
  y: number;
}
interface Plan {
  texts: Placed[];
  /** Where a dashed line parts two blocks. */
  rules: number[];
  height: number;
}

/** Where each line stands. A pair that has no room side by side stands in two lines. */
function planOf(slip: Slip, texts: PdfTexts, top: number): Plan {
  const plan: Plan = { texts: [], rules: [], height: top };
  const put = (text: string, isStrong: boolean, side: Placed['side']): void => {
    const size = isStrong ? sizes.strong : sizes.plain;
    const style: TextStyle = {
      font: isStrong ? 'bold' : 'regular',
      size,
      direction: directionOf(text, 'ltr'),
    };
    for (const [at, line] of texts.linesOf(text, style, inner).entries()) {
      plan.texts.push({ text: line, style, side, y: plan.height + at * size * lineHeight });
    }
  };
  const heightOf = (text: string, isStrong: boolean): number => {
    const size = isStrong ? sizes.strong : sizes.plain;
    const style: TextStyle = {
      font: isStrong ? 'bold' : 'regular',
      size,
      direction: directionOf(text, 'ltr'),
    };
    return texts.linesOf(text, style, inner).length * size * lineHeight;
  };
  const widthOf = (text: string, isStrong: boolean): number =>
    texts.widthOf(text, {
      font: isStrong ? 'bold' : 'regular',
      size: isStrong ? sizes.strong : sizes.plain,
      direction: directionOf(text, 'ltr'),
    });
  for (const [at, block] of slip.entries()) {
    if (at > 0) {
      plan.rules.push(plan.height + blockGap / 2);
      plan.height += blockGap * 1.6;
    }
    for (const { left, right, isStrong } of block) {
      if (right === null) {
        put(left, isStrong, 'center');
        plan.height += heightOf(left, isStrong);
      } else if (widthOf(left, isStrong) + widthOf(right, isStrong) + sizes.plain <= inner) {
        put(left, isStrong, 'left');
        put(right, isStrong, 'right');
        plan.height += Math.max(heightOf(left, isStrong), heightOf(right, isStrong));
      } else {
        put(left, isStrong, 'left');
        plan.height += heightOf(left, isStrong);
        put(right, isStrong, 'right');
        plan.height += heightOf(right, isStrong);
      }
    }
  }
  return plan;
}

/** In the middle of the roll. A PDF draws no WebP. */
function drawLogo(doc: Document, { content }: Pick<KeptPicture, 'content'>): void {
  const { width, height } = logoBox;
  // From the thread's side of its copy it is no Buffer any more.
  doc.image(Buffer.from(content), (roll.width - width) / 2, roll.margin, {
    fit: [width, height],
    align: 'center',
    valign: 'center',
  });
}

function drawCode(doc: Document, address: string, top: number): void {
  const rows = encodeQR(address, 'raw', { ecc: 'medium', border: quietZone });
  const side = codeSide / rows.length;
  const left = (roll.width - codeSide) / 2;
  for (const [y, row] of rows.entries()) {
    for (const [x, isDark] of row.entries()) {
      // A hair wider, or the joints of modules show as lines.
      if (isDark) doc.rect(left + x * side, top + y * side, side + 0.05, side + 0.05);
    }
  }
  doc.fill(ink);
}

export interface SlipPaper {
  slip: Slip;
  title: string;
  /** What the QR code opens; null: there is none. */
  address: string | null;
  /** The merchant's, above the name. */
  logo?: Pick<KeptPicture, 'content' | 'mediaType'> | null;
}

/** The slip as one page of a roll of 80 mm, as long as it needs. */
export function slipPdf({ slip, title, address, logo }: SlipPaper): Readable {
  const doc = newDocument(title);
  const texts = pdfTexts(doc);
  const drawn = logo && logo.mediaType !== 'image/webp' ? logo : null;
  const top = roll.margin + (drawn ? logoBox.height + logoBox.gap : 0);
  const { texts: placed, rules, height } = planOf(slip, texts, top);
  const codeTop = height + blockGap;
  const end = (address === null ? height : codeTop + codeSide) + roll.margin;
  doc.addPage({ size: [roll.width, end], margin: 0 });
  if (drawn) drawLogo(doc, drawn);
  doc.fillColor(ink);
  for (const { text, style, side, y } of placed) {
    const half = texts.widthOf(text, style) / 2;
    const at =
      side === 'left' ? roll.margin : side === 'right' ? roll.width - roll.margin : roll.width / 2 - half;
    texts.write(text, style, { x: at, y, side: side === 'right' ? 'right' : 'left' });
  }
  for (const y of rules) {
    doc
      .moveTo(roll.margin, y)
      .lineTo(roll.width - roll.margin, y)
      .lineWidth(0.5)
      .dash(2, { space: 2 })
      .stroke(ink);
  }
  doc.undash();
  if (address !== null) drawCode(doc, address, codeTop);
  doc.end();
  return doc;
}
