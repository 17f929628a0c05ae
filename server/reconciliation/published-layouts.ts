/**
 * The layouts that banks and payment companies publish, each as a small file in its own words and forms, with what must become
 * of its lines. Titles and their order are as published; the values are ours. They tell of a sale of 100.00 and a refund
 * of 40.00 on 20 November 2026 at 12:00 and 13:00 in Riyadh, on terminal 88501158.
 */

/** By line of the file what became of it, the rows that were rejected, and the totals as they were checked. */
export interface LayoutTold {
  lines: (string | null)[];
  rejected: (readonly [line: number, code: string])[];
  totals: (readonly [
    kind: string,
    measure: string | null,
    stated: number | null,
    sum: number | null,
    agrees: boolean | null,
  ])[];
}

type PublishedLayout = readonly [name: string, content: string, told: LayoutTold];

/** What the payments are called in the files: whoever has others puts theirs in place. */
export const publishedUuid = '0193a1b2-0000-7000-8000-0000000000a1';
export const publishedRefundUuid = '0193a1b2-0000-7000-8000-0000000000a2';
/** A payment that the portal has not. */
const notOurs = '0193a1b2-0000-7000-8000-0000000000a9';
const card = '484783******6106';
export const publishedText = (...lines: string[]): string => [...lines, ''].join('\n');

const alone = { rejected: [], totals: [] };

const adyenNames =
  'Company Account,Merchant Account,Psp Reference,Merchant Reference,Payment Method,Creation Date,TimeZone,Type,Modification Reference,Gross Currency,Gross Debit (GC),Gross Credit (GC),Exchange Rate,Net Currency,Net Debit (NC),Net Credit (NC),Commission (NC),Markup (NC),Scheme Fees (NC),Interchange (NC),Payment Method Variant,Modification Merchant Reference,Batch Number,Reserved4,Reserved5,Reserved6,Reserved7,Reserved8,Reserved9,Reserved10,Booking Date';

/** A line of the day, its time in UTC; without a reference it is about no payment. */
function adyenLine({
  psp = '',
  reference = '',
  at,
  type,
  ...money
}: {
  psp?: string;
  reference?: string;
  at: string;
  type: string;
  grossDebit?: string;
  grossCredit?: string;
  netDebit?: string;
  netCredit?: string;
  markup?: string;
}): string {
  const isPayment = psp !== '';
  const ofPayment = (text: string): string => (isPayment ? text : '');
  const { grossDebit, grossCredit, netDebit, netCredit, markup } = money;
  const start = `Diyar,DiyarPOS,${psp},${reference},${ofPayment('mada')},2026-11-20 ${at},UTC,${type},`;
  const gross = `${ofPayment('SAR')},${grossDebit ?? ''},${grossCredit ?? ''},${ofPayment('1')}`;
  const net = `SAR,${netDebit ?? ''},${netCredit ?? ''},,${markup ?? ''},,,${ofPayment('mada')}`;
  return `${start},${gross},${net},,12,,,,,,,,2026-11-21`;
}

export const publishedLayouts: readonly PublishedLayout[] = [
  [
    'Moyasar: references, dates in UTC, deductions without a payment, columns of metadata',
    publishedText(
      'payment_id,description,scheme,source,type,currency,amount,net_amount,fee,vat,total_fee,transaction_date,metadata_order_id,metadata_branch',
      `${publishedUuid},"Order 1001, Olaya",mada,creditcard,pay,SAR,100.00,99.08,0.80,0.12,0.92,2026-11-20 09:00:00,INV-1001,Olaya`,
      ',Platform fee,,,platform_duties,SAR,-15.00,-15.00,0,0,0,2026-11-20 21:00:00,,',
      ',Penalty,,,chargeback_penalty,SAR,-50.00,-50.00,0,0,0,2026-11-20 21:00:00,,',
    ),
    { ...alone, lines: ['matched', 'adjustment', 'chargebackFee'] },
  ],
  [
    'Mashreq: record markers, a guard, an apostrophe and scientific notation before keys, a checked trailer',
    publishedText(
      'H|Mashreq|20261121',
      'Merchant ID|Terminal ID|RRN|STAN|Auth Code|Transaction Type|Transaction Date|Card Type|Transaction Amount|Commission|VAT|Net Amount|Batch No',
      `DT|800150400566|88501158|="632609120001"|'000001|440001|Purchase|20/11/2026 12:00|MADA|100.00|0.80|0.12|99.08|000123`,
      'DT|800150400566|88501158|6.32609120002E+11|000002|440002|Refund|20/11/2026 13:00|MADA|40.00|0.00|0.00|40.00|000123',
      'T|2||||||||60.00|0.80|0.12|59.08|',
    ),
    { rejected: [], lines: ['matched', 'matched'], totals: [['total', 'gross', 6_000, 6_000, true]] },
  ],
  [
    'Adyen: two columns for each side, fees in parts, a row of fees in the net currency, the payout of the batch',
    publishedText(
      adyenNames,
      `Diyar,DiyarPOS,${publishedUuid},INV-1001,mada,2026-11-20 09:00:00,UTC,Settled,,SAR,,100.00,1,SAR,,99.08,,0.40,0.30,0.22,mada,,12,,,,,,,,2026-11-21`,
      'Diyar,DiyarPOS,,,,2026-11-20 20:00:00,UTC,Fee,,,,,,SAR,5.00,,,,,,,,12,,,,,,,,2026-11-21',
      'Diyar,DiyarPOS,,,,2026-11-20 20:00:00,UTC,MerchantPayout,,,,,,SAR,94.08,,,,,,,,12,,,,,,,,2026-11-21',
    ),
    {
      rejected: [],
      lines: ['matched', 'bankFee', 'adjustment'],
      totals: [['payout', 'net', 9_408, 9_408, true]],
    },
  ],
  [
    'Stripe: the payout of a payout id is held against its lines',
    publishedText(
      'automatic_payout_id,automatic_payout_effective_at_utc,automatic_payout_effective_at,balance_transaction_id,created_utc,created,available_on_utc,available_on,currency,gross,fee,net,reporting_category,source_id,description,card_brand,card_country,card_funding,charge_created_utc,payment_metadata[order_id]',
      `po_1,2026-11-22 00:00:00,2026-11-22 03:00:00,${publishedUuid},2026-11-20 09:00:00,2026-11-20 12:00:00,2026-11-22 00:00:00,2026-11-22 03:00:00,sar,100.00,0.92,99.08,charge,ch_1,Olaya,MADA,SA,debit,2026-11-20 09:00:00,INV-1001`,
      'po_1,2026-11-22 00:00:00,2026-11-22 03:00:00,txn_3,2026-11-22 00:00:00,2026-11-22 03:00:00,2026-11-22 00:00:00,2026-11-22 03:00:00,sar,-98.08,0.00,-98.08,payout,po_1,STRIPE PAYOUT,,,,,',
    ),
    {
      rejected: [],
      lines: ['matched', 'adjustment'],
      totals: [['payout', 'net', 9_808, 9_908, false]],
    },
  ],
  [
    'HDFC: apostrophes, month first, an amount by where the card is from, taxes in parts',
    publishedText(
      'MERCHANT CODE,TERMINAL NUMBER,REC FMT,BAT NBR,CARD TYPE,CARD NUMBER,TRANS DATE,SETTLE DATE,APPROV CODE,INTNL AMT,DOMESTIC AMT,TRAN_ID,UPVALUE,MERCHANT_TRACKID,MSF,SERV TAX,SB Cess,KK Cess,CGST AMT,SGST AMT,IGST AMT,UTGST AMT,Net Amount,DEBITCREDIT_TYPE,UDF1,SEQUENCE NUMBER,ARN NO',
      `'800150400566,'88501158,BAT,'123,MADA,'${card},11/20/2026,11/21/2026,'440001,0.00,100.00,'T1,,'INV-1001,0.80,0.05,0.03,0.04,0,0,0,0,99.08,C,,'1,'74`,
      `'800150400566,'88501158,BAT,'123,VISA,'${card},11/20/2026,11/21/2026,'440009,70.00,0.00,'T2,,'INV-9,0.80,0.12,0,0,0,0,0,0,69.08,C,,'2,'75`,
    ),
    { ...alone, lines: ['matched', 'missingInPortal'] },
  ],
  [
    'a list of disputes: what it says of a line goes before the type of the sale',
    publishedText(
      'Dispute rollup',
      'Merchant: Diyar',
      '',
      'Inst,Merch ID,Merch Name,Trans Date,Settle Date,Card Type,PAN,ARN,Auth Code,Amount,Recon Amount,Currency,Dispute Type,Tran Type,Reason Code,Reason Description',
      `1,800150400566,"Diyar Coffee, Olaya",11/20/2026,11/21/2026,MADA,${card},74,440001,100.00,100.00,SAR,First Chargeback,Purchase,4853,Not as described`,
    ),
    { ...alone, lines: ['chargeback'] },
  ],
  [
    'a column of dispute types that says nothing leaves the type as it is',
    publishedText(
      'Trans Date,Terminal ID,RRN,Amount,Tran Type,Dispute Type',
      '20/11/2026 13:00,88501158,632609120002,40.00,Refund,',
      '20/11/2026 12:00,88501158,632609120001,100.00,Purchase,None',
    ),
    { ...alone, lines: ['matched', 'matched'] },
  ],
  [
    'PayBy: a line of the period above the names, which states how many lines there are',
    publishedText(
      '20261120|2026-11-20 00:00:00|2026-11-20 23:59:59|1',
      'paidTime|transactionType|totalAmount|currency|fee|orderNo|payeeMid|terminalId|operatorId|storeId',
      '2026-11-20 12:00:00|PAY|100.00|SAR|0.92|INV-1001|800150400566|88501158|7|3',
    ),
    { rejected: [], lines: ['matched'], totals: [['total', 'count', 1, 1, true]] },
  ],
  [
    'PayerMax: fees and tax below zero',
    publishedText(
      'AppID,Txn Create Time,Txn Complete Time,Merchant Txn ID,Txn Type,Txn Status,Txn Amount,Txn Currency,Payment Method (MADA),Txn Fee,Rate Fee,Fixed Fee,Txn Tax',
      `A1,2026-11-20 11:59:58,2026-11-20 12:00:00,${publishedUuid},Payment,Success,100.00,SAR,MADA,-0.80,-0.80,0,-0.12`,
    ),
    { ...alone, lines: ['matched'] },
  ],
  [
    "a Saudi bank's Arabic statement with Arabic figures",
    publishedText(
      'رقم التاجر,رقم الجهاز,تاريخ العملية,وقت العملية,تاريخ التسوية,نوع البطاقة,رقم البطاقة,رقم المرجع,رمز الموافقة,نوع العملية,مبلغ العملية,العمولة,ضريبة القيمة المضافة,صافي المبلغ,رقم الآيبان',
      `٨٠٠١٥٠٤٠٠٥٦٦,٨٨٥٠١١٥٨,٢٠/١١/٢٠٢٦,١٢:٠٠,٢١/١١/٢٠٢٦,مدى,${card},٦٣٢٦٠٩١٢٠٠٠١,٤٤٠٠٠١,شراء,١٠٠٫٠٠,٠٫٨٠,٠٫١٢,٩٩٫٠٨,SA0380000000608010167519`,
    ),
    { ...alone, lines: ['matched'] },
  ],
  [
    'the same bank in Hijri dates',
    publishedText(
      'رقم الجهاز,تاريخ العملية,وقت العملية,رقم المرجع,رمز الموافقة,نوع العملية,مبلغ العملية,العمولة,ضريبة القيمة المضافة,صافي المبلغ',
      '88501158,1448/06/10,12:00,632609120001,440001,شراء,100.00,0.80,0.12,99.08',
    ),
    { ...alone, lines: ['matched'] },
  ],
  [
    "a Saudi bank's English statement",
    publishedText(
      'Merchant ID,Terminal ID,Transaction Date,Transaction Time,Posting/Settlement Date,Card Scheme,Card Number (masked),RRN,Auth Code,Transaction Type,Amount,Merchant Commission (MSC),VAT,Net Amount,IBAN/Account',
      `800150400566,88501158,20/11/2026,12:00:00,21/11/2026,MADA,${card},632609120001,440001,Purchase,100.00,0.80,0.12,99.08,SA0380000000608010167519`,
    ),
    { ...alone, lines: ['matched'] },
  ],
  [
    'Worldpay: a row for the batch under its transactions is their total',
    publishedText(
      'Merchant,Store,Terminal,Batch,Transaction Date,Card Type,Masked PAN,Auth Code,ARN,Gross,Interchange,Scheme Fee,Processor Fee,Funded Amount,Funding Date',
      `800150400566,3,88501158,123,2026-11-20,MADA,${card},440001,74,100.00,0.50,0.20,0.22,99.08,2026-11-21`,
      '800150400566,3,88501158,123,,,,,,130.00,0.50,0.20,0.22,129.08,2026-11-21',
    ),
    { rejected: [], lines: ['matched'], totals: [['total', 'gross', 13_000, 10_000, false]] },
  ],
  [
    'Moyasar: each other word of its types',
    publishedText(
      'payment_id,description,scheme,source,type,currency,amount,net_amount,fee,vat,total_fee,transaction_date,metadata_order_id',
      `${publishedUuid},Olaya,mada,creditcard,installment,SAR,100.00,99.08,0.80,0.12,0.92,2026-11-20 09:00:00,INV-1001`,
      `${publishedRefundUuid},Olaya,mada,creditcard,refund,SAR,-40.00,-40.00,0,0,0,2026-11-20 10:00:00,`,
      `${notOurs},Olaya,mada,creditcard,pay,SAR,30.00,29.72,0.24,0.04,0.28,2026-11-20 11:00:00,INV-7`,
      `${notOurs},Olaya,mada,creditcard,void,SAR,-30.00,-29.72,-0.24,-0.04,-0.28,2026-11-20 11:05:00,INV-7`,
      `${publishedUuid},Olaya,mada,creditcard,chargeback,SAR,-100.00,-100.00,0,0,0,2026-11-20 19:00:00,INV-1001`,
      ',Transfer fee,,,fee,SAR,-5.00,-5.00,0,0,0,2026-11-20 21:00:00,',
      ',Levy,,,other_duties,SAR,-15.00,-15.00,0,0,0,2026-11-20 21:00:00,',
    ),
    {
      ...alone,
      lines: [
        'matched',
        'matched',
        'missingInPortal',
        'missingInPortal',
        'chargeback',
        'bankFee',
        'adjustment',
      ],
    },
  ],
  [
    'Mashreq: a void',
    publishedText(
      'Merchant ID|Terminal ID|RRN|STAN|Auth Code|Transaction Type|Transaction Date|Card Type|Transaction Amount|Commission|VAT|Net Amount|Batch No',
      'DT|800150400566|88501158|632609120001|000001|440001|Purchase|20/11/2026 12:00|MADA|100.00|0.80|0.12|99.08|000123',
      'DT|800150400566|88501158|632609120007|000007|440007|Purchase|20/11/2026 14:00|MADA|30.00|0.24|0.04|29.72|000123',
      'DT|800150400566|88501158|632609120007|000007|440007|Void|20/11/2026 14:05|MADA|-30.00|-0.24|-0.04|-29.72|000123',
      'T|3||||||||100.00|0.80|0.12|99.08|',
    ),
    {
      rejected: [],
      lines: ['matched', 'missingInPortal', 'missingInPortal'],
      totals: [['total', 'gross', 10_000, 10_000, true]],
    },
  ],
  [
    'Adyen: each other word of its types',
    publishedText(
      adyenNames,
      adyenLine({
        psp: publishedUuid,
        reference: 'INV-1001',
        at: '09:00:00',
        type: 'Settled',
        grossCredit: '100.00',
        netCredit: '99.08',
        markup: '0.92',
      }),
      adyenLine({
        psp: 'P0193A1B200A2',
        reference: publishedRefundUuid,
        at: '10:00:00',
        type: 'Refunded',
        grossDebit: '40.00',
        netDebit: '40.00',
      }),
      adyenLine({
        psp: publishedUuid,
        reference: 'INV-1001',
        at: '18:00:00',
        type: 'Chargeback',
        grossDebit: '100.00',
        netDebit: '100.00',
      }),
      adyenLine({
        psp: publishedUuid,
        reference: 'INV-1001',
        at: '19:00:00',
        type: 'ChargebackReversed',
        grossCredit: '100.00',
        netCredit: '100.00',
      }),
      adyenLine({
        psp: publishedUuid,
        reference: 'INV-1001',
        at: '19:30:00',
        type: 'SecondChargeback',
        grossDebit: '100.00',
        netDebit: '100.00',
      }),
      adyenLine({ at: '20:00:00', type: 'DepositCorrection', netDebit: '7.00' }),
      adyenLine({ at: '20:00:00', type: 'InvoiceDeduction', netDebit: '3.00' }),
      adyenLine({ at: '20:00:00', type: 'Balancetransfer', netDebit: '2.00' }),
    ),
    {
      ...alone,
      lines: [
        'matched',
        'matched',
        'chargeback',
        'chargeback',
        'chargeback',
        'adjustment',
        'invoice',
        'carriedOver',
      ],
    },
  ],
  [
    'Stripe: each other word of its categories',
    publishedText(
      'automatic_payout_id,automatic_payout_effective_at_utc,automatic_payout_effective_at,balance_transaction_id,created_utc,created,available_on_utc,available_on,currency,gross,fee,net,reporting_category,source_id,description,card_brand,card_country,card_funding,charge_created_utc,payment_metadata[order_id]',
      `po_1,2026-11-22 00:00:00,2026-11-22 03:00:00,${publishedUuid},2026-11-20 09:00:00,2026-11-20 12:00:00,2026-11-22 00:00:00,2026-11-22 03:00:00,sar,100.00,0.92,99.08,charge,ch_1,Olaya,MADA,SA,debit,2026-11-20 09:00:00,INV-1001`,
      `po_1,2026-11-22 00:00:00,2026-11-22 03:00:00,${publishedRefundUuid},2026-11-20 10:00:00,2026-11-20 13:00:00,2026-11-22 00:00:00,2026-11-22 03:00:00,sar,-40.00,0.00,-40.00,refund,re_1,REFUND FOR CHARGE,MADA,SA,debit,2026-11-20 09:00:00,`,
      `po_1,2026-11-22 00:00:00,2026-11-22 03:00:00,txn_4,2026-11-20 16:00:00,2026-11-20 19:00:00,2026-11-22 00:00:00,2026-11-22 03:00:00,sar,-100.00,15.00,-115.00,dispute,du_1,Chargeback withdrawal,MADA,SA,debit,2026-11-20 09:00:00,INV-1001`,
      'po_1,2026-11-22 00:00:00,2026-11-22 03:00:00,txn_5,2026-11-20 21:00:00,2026-11-21 00:00:00,2026-11-22 00:00:00,2026-11-22 03:00:00,sar,-5.00,0.00,-5.00,fee,,Card payments (2026-11-20): Billing,,,,,',
      'po_1,2026-11-22 00:00:00,2026-11-22 03:00:00,txn_6,2026-11-22 00:00:00,2026-11-22 03:00:00,2026-11-22 00:00:00,2026-11-22 03:00:00,sar,60.92,0.00,60.92,payout,po_1,STRIPE PAYOUT,,,,,',
    ),
    {
      rejected: [],
      lines: ['matched', 'matched', 'chargeback', 'bankFee', 'adjustment'],
      totals: [['payout', 'net', 6_092, 6_092, true]],
    },
  ],
];
