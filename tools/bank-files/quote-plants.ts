import { isRiyals, type LinePlant, type LineWork, reject } from './line-work.ts';
import type { Manner } from './manner.ts';
import { answer, keepKeys, signedMinor, take } from './plant-work.ts';
import type { KnownPayment } from './settlement-line.ts';

/** A stray quotation mark is the only one of its file: the next one would close it. */
const hasQuotes = ({ lines }: LineWork): boolean =>
  lines.some(({ quote, printed }) => quote ?? printed?.['shop']?.includes('"'));
const needsNoQuotes = {
  needs: { delimiter: ';' },
  fits: ({ delimiter }: Manner) => delimiter !== ',',
} as const;

/** Of a file with hardly another line nobody could tell what stands between its cells. */
const isSmall = ({ free, book }: LineWork): boolean => free.length + book.anchors.length < 8;

/** What quotation marks do to lines, by mistake or rightly. */
export const quotePlants = {
  quoteNeverCloses: {
    ...needsNoQuotes,
    plant: (work) => {
      if (hasQuotes(work) || isSmall(work)) return;
      const cell = work.random.whole(0, 40);
      reject(work, 'quote', ({ line }) => ({ ...line, quote: { does: 'neverCloses', cell } }));
    },
  },
  quoteOverLines: {
    ...needsNoQuotes,
    plant: (work) => {
      if (hasQuotes(work) || isSmall(work)) return;
      const fits = (payment: KnownPayment): boolean => keepKeys(payment) && isRiyals(payment);
      const [first] = work.free.filter(({ payment }) => payment.type === 'PURCHASE' && fits(payment));
      const isBeside = ({ tid }: KnownPayment): boolean => tid === first?.payment.tid;
      const both = work.free.filter(
        ({ payment }) => payment.type === 'PURCHASE' && fits(payment) && isBeside(payment),
      );
      if (both.length < 2) return;
      for (const does of ['opens', 'closes'] as const) {
        const taken = take(work, (payment) => fits(payment) && isBeside(payment));
        if (!taken) return;
        const line = { ...taken.line, quote: { does, cell: work.random.whole(0, 40) } };
        work.lines.push(line);
        work.rejected.push({ line, code: 'quote' });
        answer(work, 'waits', taken.payment, [], -signedMinor(taken.payment), 'rejectedLine');
      }
    },
  },
  quoteWithinItsRow: {
    ...needsNoQuotes,
    plant: (work) => {
      if (hasQuotes(work) || isSmall(work)) return;
      reject(work, 'quote', ({ line }) => ({ ...line, quote: { does: 'staysWithin', cell: 0 } }));
    },
  },
  addressOfSeveralLines: {
    needs: { first: 'shop' },
    fits: ({ first }) => first === 'shop',
    plant: (work) => {
      if (hasQuotes(work)) return;
      const taken = take(work);
      const shop = 'Shop "Olaya"\nStreet 12\nRiyadh';
      if (taken) work.lines.push({ ...taken.line, printed: { shop } });
    },
  },
} as const satisfies Record<string, LinePlant>;
