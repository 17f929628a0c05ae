/**
 * The words of bank-file reconciliation: what a line may be, why, which limits hold.
 * Server and web read the same lists, so a new outcome without its text or its bar fails to compile.
 */

/**
 * What became of a bank line or of a payment (rules D6). Behind 'matched' in the order in which
 * people look at them: what the bank owes, what it gave too much, what asks for nobody.
 */
export const outcomes = [
  'matched',
  'missingInBank',
  'chargeback',
  'amountDiffers',
  'feeDiffers',
  'adjustment',
  'rent',
  'bankFee',
  'chargebackFee',
  'invoice',
  'carriedOver',
  'unnamedLine',
  'statusConflict',
  'duplicate',
  'missingInPortal',
  'sameAsBefore',
  'undecidedSum',
  'undecidedCharge',
  'countDiffers',
  'waits',
  'timing',
  'confirmedBefore',
  'otherTerminal',
  'rounding',
] as const;
export type Outcome = (typeof outcomes)[number];

/**
 * Outcomes that ask nothing of anybody; every other one is an exception that a person closes. `confirmedBefore` is a
 * line that an earlier file brought with the same figures, `otherTerminal` a line whose money is right and which
 * stands under another terminal's number.
 */
export const quietOutcomes: readonly Outcome[] = [
  'matched',
  'timing',
  'confirmedBefore',
  'otherTerminal',
  'rounding',
];

/**
 * Exceptions of which it is not known that anything differs: `waits` is a covered payment whose line may still come or
 * could not be read, `sameAsBefore` a line that is likely to repeat one of an earlier file, `undecidedSum` a line
 * of which it is not known which payments it has: a sum that different ones make up, or one that no key gives to the payment it comes near, `undecidedCharge` a payment's line of which a column that nothing is read from explains what was kept, `countDiffers` a sum that agrees though its count does not, `carriedOver` a balance that
 * another file is to hold. They leave a file INCOMPLETE, and nothing of them is claimed.
 */
export const undecidedOutcomes: readonly Outcome[] = [
  'waits',
  'sameAsBefore',
  'undecidedSum',
  'undecidedCharge',
  'countDiffers',
  'carriedOver',
];

/**
 * Lines that are about no single payment, each kind a step of its own (docs/decisions/0086): only what a bank names is one
 * of these kinds, and a line of other words is `unnamedLine`. `carriedOver` is a balance that another file has the other
 * side of: nobody asks for it or gives it back.
 */
export const otherLineOutcomes = [
  'adjustment',
  'rent',
  'bankFee',
  'chargebackFee',
  'invoice',
  'carriedOver',
  'unnamedLine',
] as const satisfies readonly Outcome[];

/** Differences that nobody asks for or gives back; a chargeback is answered (docs/decisions/0448-a-chargeback-is-no-claim.md). */
export const ownersOfNone: readonly Outcome[] = [
  'chargeback',
  'rounding',
  'undecidedSum',
  'undecidedCharge',
  'countDiffers',
  'carriedOver',
];

/**
 * Which evidence joined a line to a payment, strongest first. The four `...AnyAmount` and `original` keys run
 * after the exact ones, so that a wrong amount never takes a payment from the line that fits it exactly.
 */
export const matchKeys = [
  'reference',
  'rrn',
  'stan',
  'authCode',
  'originalReference',
  'originalRrn',
  'referenceAnyAmount',
  'rrnAnyAmount',
  'stanAnyAmount',
  'authCodeAnyAmount',
  'batch',
  'reversal',
  'feeTotal',
  'hand',
] as const;
export type MatchKey = (typeof matchKeys)[number];

/**
 * What made a verdict: a first reading, one by hand, another file that came or was undone, a due day that passed, a payment
 * that was approved or reversed since, a rate that was corrected, a terminal that was put with a bank, bank holidays that moved due days, what a person said of
 * its lines, its taking the place of an earlier file, another one's doing so, its coming back where that was undone,
 * what its files hold, a match by hand that was made or undone.
 */
export const judgementCauses = [
  'read',
  'reread',
  'fileCame',
  'fileUndone',
  'duePassed',
  'approvedSince',
  'reversed',
  'restated',
  'placed',
  'dueDaysMoved',
  'answered',
  'replaces',
  'fileReplaced',
  'broughtBack',
  'part',
  'matchedByHand',
] as const;

/** What a person says of a line that an earlier file seems to have: it is that one come again, or a second charge. */
export const lineAnswers = ['SAME', 'SECOND'] as const;
export type LineAnswerKind = (typeof lineAnswers)[number];

/** The three sums that make up the difference: what to ask for, what to wait for, what to give back. */
export const differenceGroups = ['toClaim', 'notDueYet', 'paidTooMuch'] as const;
export type DifferenceGroup = (typeof differenceGroups)[number];

/** What a column of a bank's file can hold. `fee` may stand on several columns, which are then added up. */
export const bankFields = [
  'paymentReference',
  'orderReference',
  'merchantId',
  'terminalId',
  'rrn',
  'stan',
  'authCode',
  'card',
  'scheme',
  'type',
  'status',
  'direction',
  'amount',
  'debit',
  'credit',
  'fee',
  'vat',
  'totalFee',
  'net',
  'netDebit',
  'netCredit',
  'currency',
  'netCurrency',
  'date',
  'time',
  'timeZone',
  'postingDate',
  'batch',
  'count',
] as const;
export type BankField = (typeof bankFields)[number];

/**
 * What a bank line can be. PAYOUT moves settled money to the account and is no part of what was sold; FEE may be what was
 * kept of the payments, MONTHLY_FEE is not; UNNAMED has a word for its kind that we do not know.
 */
export const lineTypes = [
  'PURCHASE',
  'REFUND',
  'REVERSAL',
  'CHARGEBACK',
  'FEE',
  'ADJUSTMENT',
  'PAYOUT',
  'RENT',
  'MONTHLY_FEE',
  'CHARGEBACK_FEE',
  'INVOICE',
  'CARRIED_OVER',
  'UNNAMED',
] as const;
export type LineType = (typeof lineTypes)[number];

/** Schemes by the names of their logos (rules S3.3); Other is shown with the logo None. */
export const schemeNames = ['None', 'Mada', 'Visa', 'MasterCard', 'Maestro', 'Jcb', 'Other'] as const;
export type SchemeName = (typeof schemeNames)[number];

/** A month of daily files at once; more are no mistake of the hand. */
export const uploadsAtOnceMax = 50;

/** Why a whole file is refused. Nothing of it is kept. Texts: reconciliation.fileError.*. */
export const fileErrors = [
  'format',
  'notTable',
  'empty',
  'tooLarge',
  'expands',
  'tooManyRows',
  'encoding',
  'noHeader',
  'columnsUnknown',
  'cut',
  'protected',
  'unsafePath',
  'noLines',
] as const;
export type FileErrorCode = (typeof fileErrors)[number];

/** Why one line is rejected while the others go on. Texts: reconciliation.lineError.*. */
export const lineErrors = [
  'amount',
  'date',
  'missing',
  'columns',
  'quote',
  'currency',
  'timeZone',
  'tooLong',
  'decimalMark',
  'statusWord',
  'typeWord',
] as const;
export type LineErrorCode = (typeof lineErrors)[number];

/**
 * What is told about a line that was read all the same: an RRN whose zeros are gone is flagged and never padded, a key
 * that was kept as a rounded number has lost its digits, a charge in another currency than the amount is not judged.
 */
export const lineWarnings = ['rrn', 'float', 'chargeCurrency'] as const;
export type LineWarningCode = (typeof lineWarnings)[number];

/** What a row is that is neither heading, line nor rejected, by its label and its shape. Blank ones are only counted. */
export const notCountedKinds = ['title', 'headings', 'total', 'foot', 'recordHeader', 'blank'] as const;
export type NotCountedKind = (typeof notCountedKinds)[number];
export const listedNotCountedKinds = ['title', 'headings', 'total', 'foot', 'recordHeader'] as const;
export type ListedNotCountedKind = (typeof listedNotCountedKinds)[number];

/** Fields compared between a line and its nearest payments, in the order in which they are shown. */
export const comparedFields = [
  'terminal',
  'rrn',
  'stan',
  'authCode',
  'amount',
  'card',
  'date',
  'type',
  'status',
] as const;
export type ComparedField = (typeof comparedFields)[number];

const mebibyte = 1024 * 1024;

/** Every limit of a bank file, each with its name; `tooLarge`, `expands` and `tooManyRows` state the one that was hit. */
export const bankFileLimits = {
  textBytesMax: 1024 * mebibyte,
  textRowsMax: 6_000_000,
  workbookBytesMax: 64 * mebibyte,
  workbookExpandedBytesMax: 1024 * mebibyte,
  workbookRowsMax: 1_048_576,
  /** A longer cell is no value of a settlement file; most often a quotation mark that never closes. */
  cellBytesMax: 64 * 1024,
  /** An amount, a date or a time with all its words and signs; what is longer is none, and is not looked through. */
  valueCharsMax: 200,
  /** A number format of a workbook; Excel takes no longer one. */
  formatCharsMax: 255,
  rowBytesMax: mebibyte,
  columnsMax: 512,
  /** Banks print titles, addresses and legends above the column names; further down there are none. */
  headerSearchRowsMax: 60,
  sampleRowsMax: 200,
  previewRowsMax: 10,
  /** Beyond these only counts are kept: such a file has one cause, not ten thousand. */
  rejectionsKeptMax: 10_000,
  warningsKeptMax: 10_000,
  notCountedKeptMax: 10_000,
  /** Of a row that is no line, so much text is kept, and of a value that was rejected. */
  keptCharsMax: 200,
  /** Totals beyond these are listed, but not held against their lines. */
  totalsKeptMax: 100_000,
  /** Settlement days and batches of a file, and its deposits, that other files of its bank are held against. */
  settledGroupsMax: 400,
  /** Other files of a bank that are looked at for what a deposit pays, the newest first. */
  settledFilesMax: 200,
  /** How often lines are added up for totals: all of a file for each level of them, many times over. */
  totalStepsMax: 500_000_000,
  /** Suggestions are for people; nobody reads more than these. */
  suggestedEntriesMax: 20_000,
  candidatesMax: 3,
  /** Lines that more payments than these fit ask for theirs last and in a fixed order, so that they do not displace each other for long. */
  sameKeyMax: 64,
  /** Lines, spread over the file, that are read in every way and looked up; more would say the same. */
  trialLinesMax: 1_000,
  /** A key of more payments than these tells none of them: which is whose is undecided. */
  sameKeyStepsMax: 512,
  /** Rows that are named on the screen before the verdict; beyond these their number says enough. */
  rowsShownMax: 50,
} as const;

const dateOrders = ['dayFirst', 'monthFirst'] as const;
export type DateOrder = (typeof dateOrders)[number];

/**
 * What a bank's file leaves open until it is tried against the payments, and the ways in which each can be read.
 * `day` is which date a line bears: the transaction's (in the column taken for it, or in the one taken for the settlement
 * date), or the day it was paid out. `named` is the zone that
 * the file names, `arabia` and `atlantic` what its 'AST' may be. `word` counts a minus sign, too. `charges` is whether rent, fees
 * and invoices of the bank without a minus are taken all the same.
 */
export const readingWays = {
  dateOrder: ['dayFirst', 'monthFirst'],
  clock: ['riyadh', 'utc', 'named', 'arabia', 'atlantic'],
  day: ['date', 'postingDate', 'settlement'],
  amounts: ['point', 'comma', 'minor'],
  refunds: ['word', 'minus', 'direction'],
  charges: ['taken', 'signed'],
  currency: ['SAR', 'USD', 'EUR', 'GBP', 'several'],
  fees: ['vatApart', 'vatWithin', 'none'],
} as const;
export type ReadingQuestion = keyof typeof readingWays;
export type ReadingWay<Q extends ReadingQuestion = ReadingQuestion> = (typeof readingWays)[Q][number];
export const readingQuestions = Object.keys(readingWays) as ReadingQuestion[];

/**
 * Why a reading is proposed: lines find their payments so (`finds`), its arithmetic closes (`sums`), a value can be read
 * in no other way (`proved`), the file says it in words (`said`), or it has nothing of the kind (`absent`).
 * `none` decides nothing: a person is asked.
 */
export const readingEvidence = ['finds', 'sums', 'proved', 'said', 'absent', 'none'] as const;
export type ReadingEvidence = (typeof readingEvidence)[number];

/** Why a question of a remembered layout is asked again: no line finds its payment so, more do another way, nobody was asked. */
export const readingChanges = ['findsGone', 'otherWay', 'undecided'] as const;
export type ReadingChange = (typeof readingChanges)[number];

/** As the person who runs a chargeback says: nothing was sent, an answer was, and how the bank decided. */
export const chargebackStages = ['RECEIVED', 'ANSWERED', 'WON', 'LOST'] as const;
export type ChargebackStage = (typeof chargebackStages)[number];
