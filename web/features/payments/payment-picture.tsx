import { amountParts } from '../../platform/formats.ts';
import classes from './payment.module.css';

const keyRows = [0, 1, 2];
const keyColumns = [0, 1, 2];

/** A terminal with the amount on its screen and a card above it: what the customer is asked to do. */
export function PaymentPicture({ amountMinor }: { amountMinor: number }) {
  return (
    <svg className={classes['picture']} viewBox="0 0 120 240" fill="none" aria-hidden="true">
      <g stroke="var(--mz-accent-text)" strokeWidth="2" strokeLinecap="round">
        <rect
          x="18"
          y="12"
          width="80"
          height="28"
          rx="5"
          fill="var(--mz-accent-soft)"
          transform="rotate(-6 58 26)"
        />
        <path d="M28 27h8m-8 6h14" transform="rotate(-6 58 26)" />
        <path d="M44 58a22 22 0 0 1 32 0M36 50a32 32 0 0 1 48 0" />
      </g>
      <rect
        x="12"
        y="68"
        width="96"
        height="164"
        rx="12"
        stroke="var(--mz-text)"
        strokeWidth="2"
        fill="var(--mz-surface)"
      />
      <rect
        x="22"
        y="80"
        width="76"
        height="52"
        rx="4"
        fill="var(--mz-sunken)"
        stroke="var(--mz-rule)"
        strokeWidth="2"
      />
      <text x="60" y="111" textAnchor="middle" className={classes['pictureAmount']}>
        {amountParts(amountMinor).figure}
      </text>
      {keyRows.flatMap((row) =>
        keyColumns.map((column) => (
          <rect
            key={`${row} ${column}`}
            x={26 + column * 24}
            y={144 + row * 20}
            width="20"
            height="13"
            rx="3"
            fill="var(--mz-rule)"
          />
        )),
      )}
      <rect x="26" y="206" width="20" height="13" rx="3" fill="var(--mz-danger-solid)" />
      <rect x="50" y="206" width="20" height="13" rx="3" fill="var(--mz-wait-solid)" />
      <rect x="74" y="206" width="20" height="13" rx="3" fill="var(--mz-ok-solid)" />
    </svg>
  );
}
