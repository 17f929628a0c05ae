import * as z from 'zod';
import { onboardingLimits } from './onboarding-rules.ts';
import { rowId } from './page.ts';
import { defineRoute } from './route.ts';
import { sealed } from './sealed.ts';

/**
 * Merchant onboarding: from the application to the mail that asks for a correction. A draft's token is made by
 * the browser: it ties uploaded documents to the application that is sent later, and makes sending repeatable.
 */
export const applicationStates = ['PENDING', 'CORRECTION', 'APPROVED', 'REJECTED'] as const;
export type ApplicationState = (typeof applicationStates)[number];

/** What may be done in which state: the buttons and the server ask the same table. */
export const applicationCan = {
  approve: (state: ApplicationState) => state === 'PENDING',
  askCorrection: (state: ApplicationState) => state === 'PENDING',
  reject: (state: ApplicationState) => state === 'PENDING' || state === 'CORRECTION',
} as const;

/** How long the link of a correction works. */
export const correctionDays = 14;

/** An application whose e-mail is not verified by then is deleted; a correction that is asked for takes its own time first. */
export const unverifiedDays = 7;

/** What a document may be; its content decides, whatever its name says. */
const documentTypes = ['application/pdf', 'image/png', 'image/jpeg'] as const;
export type DocumentType = (typeof documentTypes)[number];

/** 32 bytes in base64url. */
const token = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
/** Length alone is checked here; contract/onboarding-rules.ts knows the rest and names its texts. */
const text = z.string().max(300);

const terminal = z.strictObject({ msp: text, model: text, tid: text });
const branch = z.strictObject({
  name: text,
  address: text,
  terminals: z.array(terminal).max(onboardingLimits.terminalsOfBranch),
});
const cashier = z.strictObject({
  name: text,
  username: text,
  password: sealed,
  branch: z.number().int().min(0).max(onboardingLimits.branches),
});
const business = z.strictObject({
  name: text,
  cr: text,
  email: text,
  mobile: text,
  bank: text,
  vatNumber: text,
  region: text,
  city: text,
  district: text,
});

/** What was uploaded, as its owner and the administrator see it. */
export const documentRow = z.object({
  id: rowId,
  fileName: z.string(),
  mediaType: z.enum(documentTypes),
  sizeBytes: z.number().int(),
});
export type DocumentRow = z.infer<typeof documentRow>;

export const uploadDocument = defineRoute({
  id: 'onboarding.uploadDocument',
  method: 'POST',
  path: '/onboarding/documents',
  allow: 'public',
  idempotency: 'none',
  rateClass: 'documents',
  summary: 'Adds a PDF or picture of at most 5 MiB to a draft; its content decides what it is',
  query: z.object({ draft: token, fileName: z.string().min(1).max(255) }),
  bodyKind: 'upload',
  body: z.any(),
  output: documentRow,
  errors: ['tooLarge', 'unreadableFile', 'conflict'],
});

export const getRegistrations = defineRoute({
  id: 'onboarding.registrations',
  method: 'GET',
  path: '/onboarding/registrations',
  allow: 'public',
  summary: 'Whether applications are taken now: said before somebody fills one in',
  output: z.object({ isOpen: z.boolean() }),
  errors: [],
});

export const sendApplication = defineRoute({
  id: 'onboarding.send',
  switchedBy: 'registrations',
  method: 'POST',
  path: '/onboarding/applications',
  allow: 'public',
  idempotency: { clientId: 'draft' },
  rateClass: 'applications',
  summary:
    'Sends an application and a link that verifies its e-mail. 400 and 409 name fields by their path with the ' +
    'text that says what is wrong; the same draft again answers as the first time',
  body: z.object({
    draft: token,
    locale: z.enum(['en', 'ar']),
    account: z.strictObject({ username: text, password: sealed }),
    business,
    branches: z.array(branch).max(onboardingLimits.branches),
    cashiers: z.array(cashier).max(onboardingLimits.cashiers),
    /** Those of the draft that are to be kept. */
    documents: z.array(rowId).max(onboardingLimits.documents),
  }),
  output: z.object({ sentTo: z.string() }),
  errors: ['conflict'],
});

export const resendActivation = defineRoute({
  id: 'onboarding.resendActivation',
  method: 'POST',
  path: '/onboarding/activation-link',
  allow: 'public',
  idempotency: 'none',
  summary: 'Sends the link of a sent application once more, to the address that it named',
  body: z.object({ draft: token }),
  output: z.object({ sent: z.literal(true) }),
  errors: [],
});

export const askActivation = defineRoute({
  id: 'onboarding.askActivation',
  method: 'POST',
  path: '/onboarding/activation-mail',
  allow: 'public',
  idempotency: 'none',
  rateClass: 'activationMails',
  summary:
    'Sends the link that verifies an e-mail once more, to the address of the application that this e-mail or ' +
    'username owns; the answer is the same for everyone',
  body: z.object({ name: z.string().max(254) }),
  example: { body: { name: 'nobody@mizan.test' } },
  output: z.object({ sent: z.literal(true) }),
  errors: [],
});

export const correctEmail = defineRoute({
  id: 'onboarding.correctEmail',
  method: 'POST',
  path: '/onboarding/email',
  allow: 'public',
  idempotency: 'none',
  summary:
    "Corrects an application's e-mail while it is not verified, by the application's password; links to the old " +
    'address are void. 400 and 409 name the field with the text that says what is wrong',
  body: z.object({ username: sealed, password: sealed, email: text }),
  output: z.object({ sentTo: z.string() }),
  errors: ['incorrectCredentials', 'accountRefused', 'conflict'],
});

export const checkPassword = defineRoute({
  id: 'onboarding.checkPassword',
  method: 'POST',
  path: '/onboarding/password-check',
  allow: 'public',
  idempotency: 'natural',
  rateClass: 'passwordChecks',
  summary: 'Whether a password is easy to guess, also from names beside it; nothing of it is kept',
  body: z.object({ password: sealed, about: z.array(text).max(5) }),
  output: z.object({ easy: z.boolean() }),
  errors: [],
});

export const getCorrection = defineRoute({
  id: 'onboarding.correction',
  method: 'GET',
  path: '/onboarding/correction',
  allow: 'public',
  rateClass: 'corrections',
  summary: 'What the administrator asks to have corrected, by the token of the mail',
  query: z.object({ token }),
  output: z.object({
    businessName: z.string(),
    note: z.string(),
    /** Each field by its path with what it says now; documents are asked for by `wantsDocuments`. */
    fields: z.array(z.object({ path: z.string(), value: z.string() })),
    wantsDocuments: z.boolean(),
  }),
  errors: ['invalidToken'],
});

export const sendCorrection = defineRoute({
  id: 'onboarding.sendCorrection',
  method: 'POST',
  path: '/onboarding/correction',
  allow: 'public',
  idempotency: 'natural',
  rateClass: 'corrections',
  summary: 'Corrects the named fields, and those alone; documents uploaded under this token are added',
  body: z.object({
    token,
    values: z.array(z.strictObject({ path: z.string().max(60), value: text })).max(200),
  }),
  output: z.object({ sent: z.literal(true) }),
  errors: ['invalidToken', 'conflict'],
});
