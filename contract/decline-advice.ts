/** What one may do about it; each is a text of both languages. Null where the codes say nothing. */
const declineAdvices = [
  'funds',
  'pin',
  'otherCard',
  'issuer',
  'contactless',
  'keepAway',
  'again',
  'acquirer',
  'refund',
  'details',
] as const;
type DeclineAdvice = (typeof declineAdvices)[number];

const advised: Readonly<Record<DeclineAdvice, readonly string[]>> = {
  funds: ['A116', 'A121', 'A123', 'A195'],
  pin: ['A112', 'A117', 'A127', 'A185', 'P94', 'P88'],
  otherCard: [
    'A101',
    'A104',
    'A106',
    'A111',
    'A114',
    'A118',
    'A119',
    'A125',
    'A184',
    'A188',
    'P13',
    'P15',
    'P17',
    'P87',
    'P96',
    'P97',
    'P98',
  ],
  issuer: ['A100', 'A107', 'A108', 'A207'],
  contactless: ['A196'],
  keepAway: [
    'A102',
    'A122',
    'A129',
    'A200',
    'A201',
    'A202',
    'A203',
    'A204',
    'A205',
    'A206',
    'A208',
    'A209',
    'A210',
  ],
  again: [
    'A190',
    'A903',
    'A906',
    'A907',
    'A908',
    'A909',
    'A910',
    'A911',
    'A912',
    'A913',
    'A920',
    'A922',
    'A923',
    'P11',
    'P16',
    'P90',
    'P91',
    'P92',
    'P93',
    'P99',
  ],
  acquirer: [
    'A103',
    'A105',
    'A109',
    'A115',
    'A120',
    'A126',
    'A128',
    'A183',
    'A888',
    'A902',
    'A904',
    'A914',
    'A916',
    'A917',
    'A918',
    'A919',
    'A921',
    'A940',
    'P14',
    'P18',
    'P89',
  ],
  refund: ['A187', 'A197', 'A198', 'A199', 'A480', 'A481', 'P86'],
  details: ['A110', 'A182', 'P95'],
};

/** What one may do where the bank or the terminal did not give money back; each is a text of both languages. */
const refundAdvices = ['sameCard', 'original', 'amount', 'tooLate', 'refundInstead', 'notPaid'] as const;
type RefundAdvice = (typeof refundAdvices)[number];

const advisedOfRefunds: Readonly<Record<string, RefundAdvice>> = {
  P86: 'sameCard',
  A197: 'sameCard',
  A187: 'original',
  A198: 'amount',
  A199: 'tooLate',
  A480: 'refundInstead',
  A481: 'notPaid',
};

/** Of a reason of decline-reasons.ts. */
export const refundAdviceOf = (reason: string): RefundAdvice | null => advisedOfRefunds[reason] ?? null;

export const declineAdviceOf = (reason: string): DeclineAdvice | null =>
  declineAdvices.find((advice) => advised[advice].includes(reason)) ?? null;
