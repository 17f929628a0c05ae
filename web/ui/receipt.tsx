import type { TransactionDetail } from '@mizan/contract/transactions.ts';
import { PrintedSheet } from './printed-sheet.tsx';
import classes from './receipt.module.css';
import { slipOf } from './receipt-lines.ts';

interface Named {
  nameEn: string;
  nameAr: string;
}
export interface ReceiptProps {
  transaction: TransactionDetail;
  /** Null while it is not known yet. */
  merchant: Named | null;
}

/** The bilingual slip of a mada receipt. */
export function ReceiptSlip({ transaction, merchant }: ReceiptProps) {
  return (
    <div className={classes['slip']} dir="ltr">
      {slipOf(transaction, merchant).map((block) => (
        <div key={block[0]?.left} className={classes['block']}>
          {block.map(({ left, right, strong }) => (
            <p
              key={`${left} ${right}`}
              data-single={right === undefined || undefined}
              data-strong={strong || undefined}
            >
              <SlipText>{left}</SlipText>
              {right && <SlipText>{right}</SlipText>}
            </p>
          ))}
        </div>
      ))}
    </div>
  );
}

const arabicLetter = /[\u0600-\u06ff]/;

/** Each language is read out as itself. */
function SlipText({ children }: { children: string }) {
  return <bdi lang={arabicLetter.test(children) ? 'ar' : 'en'}>{children}</bdi>;
}

/**
 * Makes the slip what the page prints, however printing is asked for: a sheet of its own in the place of the screen,
 * there only while it is printed. Of two, the one that came last is printed.
 */
export function PrintedReceipt(props: ReceiptProps) {
  return (
    <PrintedSheet roll>
      <div className={classes['sheet']}>
        <ReceiptSlip {...props} />
      </div>
    </PrintedSheet>
  );
}

/** Letters of both languages: a screen in one of them may not have needed the other's yet. */
const samples = ['Aa', 'مدى'];
const weights = [400, 600];

/** Opens the browser's print window once the letters of the slip can be drawn. */
export async function printReceipt(): Promise<void> {
  const { fontFamily } = getComputedStyle(document.body);
  const wanted = weights.flatMap((weight) =>
    samples.map((sample) => document.fonts.load(`${weight} 12px ${fontFamily}`, sample)),
  );
  // Without its font the slip is printed in another one.
  await Promise.allSettled(wanted);
  print();
}
