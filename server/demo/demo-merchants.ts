import type { Scheme } from '@mizan/contract/transaction-states.ts';

/** The people, places and prices of the demo: what the pictures and the README show. */
export const demoPassword = 'Mizan#2026';

export interface DemoTerminal {
  tid: string;
  label: string;
  brand: string;
  manufacturer: string;
  model: string;
  serial: string;
  /** The username of the cashier who works at it; null where whoever is free takes the payment. */
  cashier: string | null;
  /** The mada package that its device has; the newest where left out. */
  madaPackage?: string;
  /** How busy it is beside the others. */
  weight: number;
}

/** A bank that takes a demo merchant's cards; the second one charges otherwise. */
interface DemoBank {
  nameEn: string;
  nameAr: string;
  code: string | null;
  iban: string | null;
  rates: readonly DemoRate[];
  /** Agreed already, and valid from the first day of the next month. */
  coming?: readonly Omit<DemoRate, 'sinceDaysAgo'>[];
}

interface DemoBranch {
  code: string;
  /** Which of the merchant's banks; the first where left out. */
  bank?: number;
  nameEn: string;
  nameAr: string;
  addressEn: string;
  addressAr: string;
  mapUrl: string;
  terminals: readonly DemoTerminal[];
}

export interface DemoMerchant {
  uuid: string;
  nameEn: string;
  nameAr: string;
  addressEn: string;
  addressAr: string;
  bankCode: string;
  /** Its acquiring banks, the first for every branch that names no other. */
  banks: readonly DemoBank[];
  /** One name, as its owner would write it: pages in English show it in Arabic too. */
  users: readonly { email: string; fullName: string; locale: 'en' | 'ar' }[];
  cashiers: readonly { username: string; fullName: string }[];
  branches: readonly DemoBranch[];
  /** Payments on an ordinary day. */
  paymentsADay: number;
  orderPrefix: string;
}

/** A discount rate and since when, counted in days before the first start. */
interface DemoRate {
  scheme: Scheme;
  sinceDaysAgo: number;
  mdrBps: number;
  capLimitMinor: number | null;
  processingFeeMinor: number;
  /** Working days until it is paid. */
  paidWithinDays: number;
}

/** Credit cards became cheaper 45 days ago, so that a payment's fee tells of which day it is. */
const firstRates: readonly DemoRate[] = [
  {
    scheme: 'Mada',
    sinceDaysAgo: 300,
    mdrBps: 80,
    capLimitMinor: 4_000,
    processingFeeMinor: 0,
    paidWithinDays: 1,
  },
  {
    scheme: 'Visa',
    sinceDaysAgo: 300,
    mdrBps: 260,
    capLimitMinor: null,
    processingFeeMinor: 0,
    paidWithinDays: 3,
  },
  {
    scheme: 'Visa',
    sinceDaysAgo: 45,
    mdrBps: 240,
    capLimitMinor: null,
    processingFeeMinor: 0,
    paidWithinDays: 3,
  },
  {
    scheme: 'MasterCard',
    sinceDaysAgo: 300,
    mdrBps: 260,
    capLimitMinor: null,
    processingFeeMinor: 0,
    paidWithinDays: 3,
  },
  {
    scheme: 'MasterCard',
    sinceDaysAgo: 45,
    mdrBps: 240,
    capLimitMinor: null,
    processingFeeMinor: 0,
    paidWithinDays: 3,
  },
  {
    scheme: 'Maestro',
    sinceDaysAgo: 300,
    mdrBps: 180,
    capLimitMinor: null,
    processingFeeMinor: 0,
    paidWithinDays: 3,
  },
  {
    scheme: 'Jcb',
    sinceDaysAgo: 300,
    mdrBps: 260,
    capLimitMinor: null,
    processingFeeMinor: 0,
    paidWithinDays: 3,
  },
];

const secondRates: readonly DemoRate[] = [
  {
    scheme: 'Mada',
    sinceDaysAgo: 250,
    mdrBps: 75,
    capLimitMinor: 4_000,
    processingFeeMinor: 0,
    paidWithinDays: 1,
  },
  ...(['Visa', 'MasterCard'] as const).map((scheme) => ({
    scheme,
    sinceDaysAgo: 250,
    mdrBps: 190,
    capLimitMinor: null,
    processingFeeMinor: 30,
    paidWithinDays: 3,
  })),
  ...(['Maestro', 'Jcb'] as const).map((scheme) => ({
    scheme,
    sinceDaysAgo: 250,
    mdrBps: 180,
    capLimitMinor: null,
    processingFeeMinor: 0,
    paidWithinDays: 3,
  })),
];

const hardware = {
  pax: { brand: 'PAX', manufacturer: 'PAX Technology', model: 'A920Pro' },
  ingenico: { brand: 'Ingenico', manufacturer: 'Worldline/Ingenico', model: 'AXIUM DX8000' },
  sunmi: { brand: 'Sunmi', manufacturer: 'Sunmi', model: 'P2' },
  verifone: { brand: 'Verifone', manufacturer: 'Verifone', model: 'X990' },
} as const;

/** A place on a map, as such links are documented: latitude and longitude. */
const mapAt = (latitude: number, longitude: number): string =>
  `https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}`;

export const diyarCoffee: DemoMerchant = {
  uuid: '0193d1a0-0000-7000-8000-000000000001',
  nameEn: 'Diyar Coffee',
  nameAr: 'قهوة ديار',
  addressEn: 'Olaya St, Riyadh',
  addressAr: 'شارع العليا، الرياض',
  bankCode: '05',
  banks: [
    {
      nameEn: 'Najd Bank',
      nameAr: 'بنك نجد',
      code: null,
      iban: null,
      rates: firstRates,
      coming: [
        { scheme: 'Visa', mdrBps: 230, capLimitMinor: null, processingFeeMinor: 0, paidWithinDays: 3 },
      ],
    },
    { nameEn: 'Tihama Bank', nameAr: 'بنك تهامة', code: null, iban: null, rates: secondRates },
  ],
  users: [
    { email: 'merchant@mizan.test', fullName: 'سارة القحطاني', locale: 'ar' },
    { email: 'manager@mizan.test', fullName: 'خالد الزهراني', locale: 'en' },
  ],
  cashiers: [
    { username: 'cashier1', fullName: 'نورة العتيبي' },
    { username: 'cashier2', fullName: 'فهد الحربي' },
    { username: 'cashier3', fullName: 'ريم الدوسري' },
    { username: 'cashier4', fullName: 'عبدالله الشهري' },
    { username: 'cashier5', fullName: 'مها الغامدي' },
    { username: 'cashier6', fullName: 'سلطان المطيري' },
  ],
  branches: [
    {
      code: 'RUH-01',
      nameEn: 'Olaya',
      nameAr: 'العليا',
      addressEn: 'Olaya St, Al Olaya, Riyadh',
      addressAr: 'شارع العليا، حي العليا، الرياض',
      mapUrl: mapAt(24.6953, 46.6797),
      terminals: [
        {
          tid: '88501101',
          label: 'Counter 1',
          ...hardware.pax,
          serial: '1850028841',
          cashier: 'cashier1',
          weight: 20,
        },
        {
          tid: '88501158',
          label: 'Counter 2',
          ...hardware.pax,
          serial: '1850028857',
          cashier: 'cashier2',
          weight: 17,
        },
        {
          tid: '88501609',
          label: 'Terrace',
          ...hardware.sunmi,
          serial: 'PB04214S40912',
          cashier: null,
          weight: 9,
        },
      ],
    },
    {
      code: 'RUH-02',
      nameEn: 'Tahlia',
      nameAr: 'التحلية',
      addressEn: 'Tahlia St, As Sulimaniyah, Riyadh',
      addressAr: 'شارع التحلية، حي السليمانية، الرياض',
      mapUrl: mapAt(24.7024, 46.6977),
      terminals: [
        {
          tid: '88504256',
          label: 'Counter 1',
          ...hardware.ingenico,
          serial: '22311CT80774',
          cashier: 'cashier3',
          weight: 16,
        },
        {
          tid: '88504871',
          label: 'Counter 2',
          ...hardware.ingenico,
          serial: '22311CT80801',
          madaPackage: '2026.03',
          cashier: 'cashier4',
          weight: 13,
        },
        {
          tid: '88504902',
          label: 'Drive-through',
          ...hardware.verifone,
          serial: '803-411-552',
          cashier: null,
          weight: 8,
        },
      ],
    },
    {
      code: 'JED-01',
      bank: 1,
      nameEn: 'Corniche',
      nameAr: 'الكورنيش',
      addressEn: 'Corniche Rd, Ash Shati, Jeddah',
      addressAr: 'طريق الكورنيش، حي الشاطئ، جدة',
      mapUrl: mapAt(21.6033, 39.1063),
      terminals: [
        {
          tid: '88505190',
          label: 'Counter 1',
          ...hardware.pax,
          serial: '1850031190',
          cashier: 'cashier5',
          weight: 10,
        },
        {
          tid: '88505713',
          label: 'Sea front',
          ...hardware.sunmi,
          serial: 'PB04214S41007',
          cashier: 'cashier6',
          weight: 7,
        },
      ],
    },
  ],
  paymentsADay: 322,
  orderPrefix: 'DC',
};

export const nakheelPharmacy: DemoMerchant = {
  uuid: '0193d1a0-0000-7000-8000-000000000002',
  nameEn: 'Nakheel Pharmacy',
  nameAr: 'صيدلية النخيل',
  addressEn: 'King Saud St, Dammam',
  addressAr: 'شارع الملك سعود، الدمام',
  bankCode: '80',
  banks: [{ nameEn: 'Al Rajhi Bank', nameAr: 'مصرف الراجحي', code: '80', iban: null, rates: firstRates }],
  users: [{ email: 'other@mizan.test', fullName: 'يوسف العمري', locale: 'en' }],
  cashiers: [{ username: 'nakheel1', fullName: 'هند السبيعي' }],
  branches: [
    {
      code: 'DMM-01',
      nameEn: 'King Saud Street',
      nameAr: 'شارع الملك سعود',
      addressEn: 'King Saud St, Al Mazruiyah, Dammam',
      addressAr: 'شارع الملك سعود، حي المزروعية، الدمام',
      mapUrl: mapAt(26.4344, 50.1033),
      terminals: [
        {
          tid: '88612034',
          label: 'Till',
          ...hardware.verifone,
          serial: '803-412-007',
          cashier: 'nakheel1',
          weight: 3,
        },
        {
          tid: '88612077',
          label: 'Prescriptions',
          ...hardware.pax,
          serial: '1850040217',
          cashier: null,
          weight: 2,
        },
      ],
    },
  ],
  paymentsADay: 18,
  orderPrefix: 'NP',
};

export const demoMerchants = [diyarCoffee, nakheelPharmacy] as const;

export const demoAdmin = { email: 'admin@mizan.test', fullName: 'هدى الفيصل', locale: 'en' } as const;

export const demoVatBps = 1500;

/** What the console prints at a demo's start. */
export const demoSignIns: readonly { name: string; who: string }[] = [
  { name: 'merchant@mizan.test', who: 'owner of Diyar Coffee' },
  { name: 'manager@mizan.test', who: 'second owner of Diyar Coffee' },
  { name: 'cashier1 … cashier6', who: 'cashiers of Diyar Coffee' },
  { name: 'other@mizan.test', who: 'owner of Nakheel Pharmacy' },
  { name: 'admin@mizan.test', who: 'administrator' },
];
