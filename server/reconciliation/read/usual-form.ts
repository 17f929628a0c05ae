/** How banks shorten the words of their headings, each with the word that is meant. */
const shortened: Readonly<Record<string, string>> = {
  txn: 'transaction',
  trxn: 'transaction',
  trx: 'transaction',
  trn: 'transaction',
  tran: 'transaction',
  trans: 'transaction',
  amt: 'amount',
  no: 'number',
  num: 'number',
  nbr: 'number',
  nr: 'number',
  ref: 'reference',
  dt: 'date',
  tm: 'time',
  comm: 'commission',
  term: 'terminal',
  merch: 'merchant',
  auth: 'approval',
  authorization: 'approval',
  authorisation: 'approval',
  approv: 'approval',
  appr: 'approval',
  cur: 'currency',
  curr: 'currency',
  ccy: 'currency',
  pmt: 'payment',
  sys: 'system',
  ret: 'retrieval',
  incl: 'including',
  inclusive: 'including',
  fees: 'fee',
  charges: 'charge',
  deductions: 'deduction',
  taxes: 'tax',
};

/** Words that turn nothing: 'VAT on the fee' is the VAT of a fee, and a point of sale has no other terminals. */
const fillers: ReadonlySet<string> = new Set(['of', 'on', 'the', 'pos']);

/**
 * A name in comparable form with its words written out and in one order: 'txn dt', 'date of transaction' and 'transaction date' become
 * alike.
 */
export const usualForm = (comparable: string): string =>
  comparable
    .split(' ')
    .map((word) => shortened[word] ?? word)
    .filter((word) => !fillers.has(word))
    .sort()
    .join(' ');

/** 'terminalId' as 'terminal Id', 'vat15' as 'vat 15'. */
export const withWordsApart = (title: string): string =>
  title.replace(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{L})(?=\p{Nd})/gu, ' ');
