/**
 * Why a line or payment is not simply matched. `params` of an entry carry what the text needs:
 * amount {amountMinor}, terminal {tid}, date {date}, rrn {rrn}, claimed {line | bankFileId}, status {status},
 * notDue {date}, fee {bankMinor, expectedMinor}, damaged {rrn}, otherTerminal {tid, lineTid}, sum {count},
 * confirmedBefore {bankFileId, line}, sameAsBefore {bankFileId, line, inNewBatch, fitsAnother} (only its batch would say that it is the same;
 * a payment without a line fits as well), corrected {bankFileId, line, amountMinor, chargeMinor},
 * rejectedLine {line}, unreadLines {count, missingCount} (the second where more payments are missing than there are such lines), currency {currency, amountMinor}, sums of a payment {line}, count {ownCount, lineCount},
 * manySums {lineCount, linesMax} where a day has more sums than are tried, {line} of a payment that may be in one, else nothing,
 * severalRefunds of a payment {line}: that line names the sale of several refunds of one amount, and nothing tells which;
 * severalPayments of a payment {line}: that line fits it and another one alike;
 * shortOrder of a payment {line}: that line has its short order reference and amount, and neither terminal nor day says that it is its line;
 * mayBeTotal: a line without a key is as much as all lines of its batch, or terminal and day;
 * unreadColumn {column, amountMinor, bankMinor, expectedMinor}: so much of the difference stands in columns that nothing is read from;
 * severalLines {count}: so many lines of its RRN pay it together; withLine {line, amountMinor}: such a line, its amount is counted with that one;
 * notWhole: the file lacks a file of its set, or lines that it counts; nearLine {line}: that line may be the payment's,
 * without params said of the line.
 */
export const reasons = [
  'noRrn',
  'amount',
  'terminal',
  'date',
  'card',
  'claimed',
  'several',
  'noKey',
  'rrn',
  'status',
  'unpaid',
  'notDue',
  'fee',
  'nothingNear',
  'damaged',
  'otherTerminal',
  'sum',
  'confirmedBefore',
  'sameAsBefore',
  'corrected',
  'rejectedLine',
  'unreadLines',
  'currency',
  'sums',
  'manySums',
  'count',
  'severalRefunds',
  'severalPayments',
  'shortOrder',
  'notWhole',
  'nearLine',
  'unreadColumn',
  'mayBeTotal',
  'severalLines',
  'withLine',
  'paysEarlier',
  'paysEarlierOtherwise',
  'paysEarlierPerhaps',
  'paidByAnother',
  'paysInParts',
  'paysInPartsOtherwise',
] as const;
export type Reason = (typeof reasons)[number];
