/** What a line of a bank file says, as SQL said once. */

/** As SQL: outcomes of lines that say other figures of a payment than were agreed, or than the file before them. */
export const otherFigures = "('feeDiffers', 'amountDiffers')";

/** The payment that the chargeback entry e disputes, as the engine found it; text. */
export const disputed = (e: string): string => `${e}.detail -> 'candidates' -> 0 ->> 'transactionId'`;

/**
 * What the line of entry e says, whatever file it stands in, its payment and its settlement first; null where it names neither
 * a payment nor an RRN: lines without a key may be alike and different ones
 * (docs/decisions/0443-a-decided-line-in-two-files.md).
 */
export const lineSays = (e: string): string => {
  const payment = `coalesce(CASE WHEN ${e}.outcome = 'chargeback' THEN ${disputed(e)} ELSE ${e}.transaction_id::text END, '')`;
  const marks = [
    'settlement_day',
    'batch',
    'day',
    'rrn',
    'tid',
    'last_four',
    'scheme',
    'bank_minor',
    'charge_minor',
  ];
  const texts = marks.map((mark) => `coalesce(${e}.${mark}::text, '')`);
  return `CASE WHEN ${e}.line IS NOT NULL AND (${payment} <> '' OR ${e}.rrn IS NOT NULL)
    THEN concat_ws('|', ${[payment, ...texts].join(', ')}) END`;
};

/** The payment in what a line says; empty where it names none. */
export const paymentIn = (says: string): string => `split_part(${says}, '|', 1)`;

/** Whether what a line says names neither a settlement day nor a batch: the same payment's next line may say it again. */
export const isUnsettled = (says: string): string => `${says} ~ '^[^|]*[|][|][|]'`;
