import type { Slip } from '@mizan/contract/receipts.ts';
import { type ComponentType, useEffect, useState } from 'react';
import { PrintedSheet } from './printed-sheet.tsx';
import classes from './receipt.module.css';

export interface ReceiptProps {
  slip: Slip;
  /** The merchant's logo, as an address that an `img` takes. */
  logo?: string | null;
  /** What its QR code holds; null where there is none. */
  address: string | null;
  /** What the QR code is, for who does not see it. */
  qrLabel: string;
}
type Picture = ComponentType<{ text: string; label: string }>;

/** The code that draws QR codes, fetched before it is needed: a sheet is there only while it is printed. */
function useQrPicture(isWanted: boolean): Picture | null {
  const [picture, setPicture] = useState<Picture | null>(null);
  useEffect(() => {
    if (isWanted) void import('./qr-picture.tsx').then((loaded) => setPicture(() => loaded.default));
  }, [isWanted]);
  return picture;
}

/** The bilingual slip of a transaction, as the portal says it. */
export function ReceiptSlip(props: ReceiptProps) {
  return <Drawn {...props} picture={useQrPicture(props.address !== null)} />;
}

function Drawn({
  slip,
  logo,
  address,
  qrLabel,
  picture: QrPicture,
}: ReceiptProps & { picture: Picture | null }) {
  return (
    <div className={classes['slip']} dir="ltr">
      {logo && <img className={classes['logo']} src={logo} alt="" />}
      {slip.map((block, at) => (
        <div key={at} className={classes['block']}>
          {block.map(({ left, right, isStrong }, line) => (
            <p key={line} data-single={right === null || undefined} data-strong={isStrong || undefined}>
              <SlipText>{left}</SlipText>
              {right !== null && <SlipText>{right}</SlipText>}
            </p>
          ))}
        </div>
      ))}
      {address !== null && (
        <div className={classes['code']}>{QrPicture && <QrPicture text={address} label={qrLabel} />}</div>
      )}
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
export function PrintedReceipt({
  second = null,
  ...props
}: ReceiptProps & {
  /** Another copy, on a page of its own behind the first: without a code, which is the customer's. */
  second?: Slip | null;
}) {
  const picture = useQrPicture(props.address !== null);
  return (
    <PrintedSheet roll>
      <div className={classes['sheet']}>
        <Drawn {...props} picture={picture} />
        {second && <Drawn slip={second} logo={props.logo ?? null} address={null} qrLabel="" picture={null} />}
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
