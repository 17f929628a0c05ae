import * as z from 'zod';
import { asSeen } from './as-seen.ts';
import { emailShape } from './email.ts';
import { readMobile } from './mobile.ts';
import { latinDigits } from './money.ts';
import { pictureVersion } from './pictures.ts';
import { type Slip, slip } from './receipts.ts';
import { merchantRoles } from './roles.ts';
import { defineRoute } from './route.ts';

/**
 * What a merchant says of the own business: how it is called and reached on receipts and statements, and what its receipts
 * say above and below (docs/decisions/0161-the-business-by-its-own-word.md).
 */
export const businessLimits = { nameMax: 80, addressMax: 120, receiptLineMax: 40 } as const;

/** A VAT number of ZATCA: 15 digits, the first and the last of them a 3. */
export const vatNumberShape = /^3\d{13}3$/;

/** A mobile or a line of an area, with 966; a number of the whole kingdom (9200), or one that costs the caller nothing (800). */
const phoneShape = /^(?:\+9665\d{8}|\+9661\d{8}|9200\d{5}|800\d{7})$/;

/**
 * A Saudi telephone number as people type it, in any digits and with spaces or dashes, in its one stored form:
 * '+966112345678', '+966512345678', '920012345' or '8001234567'; null where it is none.
 */
export function readPhone(text: string): string | null {
  const mobile = readMobile(text);
  if (mobile) return mobile;
  const plain = latinDigits(text).replace(/[\s\u200e\u200f\u202a-\u202e\u2066-\u2069()-]/g, '');
  const ofArea = /^(?:0|\+?966|00966)?(1\d{8})$/.exec(plain);
  const number = ofArea ? `+966${ofArea[1]}` : plain;
  return phoneShape.test(number) ? number : null;
}

const receiptLine = z.string().trim().max(businessLimits.receiptLineMax);
const receiptTexts = z.strictObject({
  aboveAr: receiptLine,
  aboveEn: receiptLine,
  belowAr: receiptLine,
  belowEn: receiptLine,
});
export type ReceiptTexts = z.infer<typeof receiptTexts>;

const profileFields = {
  nameEn: z.string().trim().min(1).max(businessLimits.nameMax),
  nameAr: z.string().trim().min(1).max(businessLimits.nameMax),
  addressEn: z.string().trim().max(businessLimits.addressMax),
  addressAr: z.string().trim().max(businessLimits.addressMax),
  phone: z.string().regex(phoneShape).nullable(),
  email: z.string().regex(emailShape).nullable(),
  vatNumber: z.string().regex(vatNumberShape).nullable(),
};
const profileBody = z.strictObject(profileFields);
export type BusinessBody = z.infer<typeof profileBody>;

const profile = z.object({
  ...profileFields,
  /** As in the application; null for a merchant that came without one. */
  registered: z.object({ name: z.string(), cr: z.string() }).nullable(),
  receiptTexts: z.object({
    aboveAr: z.string(),
    aboveEn: z.string(),
    belowAr: z.string(),
    belowEn: z.string(),
  }),
  /** Names the logo; null where there is none. */
  logoVersion: pictureVersion.nullable(),
  /** A made-up payment as its slip stands now, without the texts of `receiptTexts`. */
  sample: slip,
});
export type BusinessProfile = z.infer<typeof profile>;

/**
 * A slip with the merchant's texts: above is under the merchant's name, below is last but for what says that it is no tax
 * invoice. A text that is empty leaves no line. Pure; the portal and the preview of the screen make it by the same rule.
 */
export function withReceiptTexts(bare: Slip, texts: ReceiptTexts): Slip {
  const block = (...lines: string[]): Slip =>
    [
      lines
        .map((line) => line.trim())
        .filter(Boolean)
        .map((left) => ({ left, right: null, isStrong: false })),
    ].filter((each) => each.length > 0);
  return [
    ...bare.slice(0, 1),
    ...block(texts.aboveAr, texts.aboveEn),
    ...bare.slice(1, -1),
    ...block(texts.belowAr, texts.belowEn),
    ...bare.slice(-1),
  ];
}

const forOwners = { allow: ['MERCHANT'], right: 'business.manage' } as const;

export const getBusiness = defineRoute({
  ...forOwners,
  id: 'business.get',
  method: 'GET',
  path: '/business',
  summary: 'How the business is called and reached, as it is registered, and what its receipts say',
  output: profile,
  errors: [],
});

const exampleProfile = {
  nameEn: 'Diyar Coffee',
  nameAr: 'قهوة ديار',
  addressEn: 'King Fahd Rd, Riyadh',
  addressAr: 'طريق الملك فهد، الرياض',
  phone: '920012345',
  email: 'hello@diyar.example',
  vatNumber: '310122393500003',
};
export const changeBusiness = defineRoute({
  ...forOwners,
  id: 'business.change',
  method: 'PUT',
  path: '/business',
  freshSignIn: true,
  idempotency: 'natural',
  summary: 'Says how the business is called and reached; receipts say it from then on',
  body: asSeen(profileBody),
  example: { body: { ...exampleProfile, seen: exampleProfile } },
  output: profile,
  /** conflict: it does not stand as seen. */
  errors: ['conflict'],
});

const exampleTexts = {
  aboveAr: 'أهلًا بكم',
  aboveEn: 'Welcome',
  belowAr: 'الاستبدال خلال ٧ أيام',
  belowEn: 'Exchange within 7 days',
};
export const changeReceiptTexts = defineRoute({
  ...forOwners,
  id: 'business.changeReceiptTexts',
  method: 'PUT',
  path: '/business/receipt-texts',
  idempotency: 'natural',
  summary: 'Says what receipts carry above and below, a line in each language; an empty one is left out',
  body: asSeen(receiptTexts),
  example: { body: { ...exampleTexts, seen: exampleTexts } },
  output: profile,
  /** conflict: they do not stand as seen. */
  errors: ['conflict'],
});

const logoAnswer = z.object({ logoVersion: pictureVersion.nullable() });

export const setLogo = defineRoute({
  ...forOwners,
  id: 'business.setLogo',
  method: 'PUT',
  path: '/business/logo',
  idempotency: 'natural',
  summary: 'Takes a PNG, JPEG or WebP of at most 512 KiB as the logo; its content decides what it is',
  bodyKind: 'upload',
  body: z.any(),
  output: logoAnswer,
  errors: ['tooLarge', 'unreadableFile'],
});

export const removeLogo = defineRoute({
  ...forOwners,
  id: 'business.removeLogo',
  method: 'DELETE',
  path: '/business/logo',
  idempotency: 'natural',
  summary: 'Takes the logo out; its bytes are gone with it',
  output: logoAnswer,
  errors: [],
});

export const getLogo = defineRoute({
  id: 'business.logo',
  method: 'GET',
  path: '/business/logo/:version',
  allow: merchantRoles,
  right: 'transactions.read',
  summary: 'The logo of this version, for the merchant’s own people; browsers keep it',
  params: z.object({ version: pictureVersion }),
  output: z.any(),
  outputKind: 'file',
  errors: ['notFound'],
});
