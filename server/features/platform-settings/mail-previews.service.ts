import { mailLinkHours, otpLength, otpLifeMinutes } from '@mizan/contract/auth.ts';
import type { listMails } from '@mizan/contract/mail-settings.ts';
import { correctionDays } from '@mizan/contract/onboarding.ts';
import { paths } from '@mizan/contract/paths.ts';
import { answerDays, reminderDays } from '@mizan/contract/personal-data.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import { inPlatform } from '../../platform/database/database.ts';
import { withEnding } from '../../platform/mail/mail-ending.ts';
import { settingOf } from '../../platform/settings/settings.ts';
import { type Language, type Values, type Words, wordsFor } from '../../platform/words.ts';
import type { SettingsDeps } from './settings-deps.ts';

/** Every mail by its key in mails.json, in the order of somebody's way through the portal; a test holds it complete. */
const mailIds = [
  'activationLink',
  'underReview',
  'correction',
  'correctionReceived',
  'emailCorrected',
  'approved',
  'rejected',
  'accessLink',
  'oneTimeCode',
  'resetLink',
  'profileLink',
  'signIn',
  'supersededDevice',
  'emailChanged',
  'passkeyAdded',
  'passkeyRemoved',
  'roleChanged',
  'receipt',
  'refundAsked',
  'terminalsDay',
  'filesDay',
  'statementWaits',
  'exceptionAsked',
  'exceptionAssigned',
  'notices',
  'report',
  'observed',
  'suspended',
  'reinstated',
  'closed',
  'reopened',
  'personalAsked',
  'personalWithdrawn',
  'personalReminder',
  'personalDone',
  'personalRefused',
] as const;
type MailId = (typeof mailIds)[number];

const dayMs = 24 * 60 * 60_000;
const amountMinor = 124_000;

/** What most mails fill in, in the words of the reader; the address is the portal's, the rest is nobody's. */
function commonValues(words: Words, base: string, now: Date): Values {
  const { text, moment } = words;
  const business = text('samples:business');
  return {
    name: business,
    merchant: business,
    by: text('samples:person'),
    email: 'sara@example.com',
    when: moment(now),
    until: moment(new Date(now.getTime() + dayMs)),
    browser: 'Chrome, Windows',
    ip: '192.0.2.10',
    link: `${base}/example`,
    choices: base + paths.settings,
    hours: text('mails:hours', { count: mailLinkHours }),
    minutes: text('mails:minutes', { count: otpLifeMinutes }),
    days: text('mails:days', { count: correctionDays }),
    reason: text('samples:reason'),
    note: text('samples:note'),
    code: '0'.repeat(otpLength),
    fileName: text('samples:fileName'),
    original: '1042',
    currency: text('units:currency.SAR'),
    amount: words.amount(amountMinor),
  };
}

/** What a mail fills in by itself, where the common values are not its own. */
function ownValues(id: MailId, words: Words, now: Date): Values {
  const { text, day } = words;
  const dayAfter = (days: number): string =>
    day(new Date(now.getTime() + days * dayMs).toISOString().slice(0, 'YYYY-MM-DD'.length));
  const exception = {
    amount: words.amount(amountMinor),
    currency: text('units:currency.SAR'),
    fileName: text('samples:fileName'),
  };
  const of: Partial<Record<MailId, Values>> = {
    passkeyAdded: { name: text('samples:device') },
    passkeyRemoved: { name: text('samples:device') },
    exceptionAsked: { what: text('mails:exceptionOne', exception) },
    exceptionAssigned: { what: text('mails:exceptionOne', exception) },
    roleChanged: { role: text('mails:teamRole.accountant') },
    receipt: {
      amount: `${words.amount(amountMinor)} ${text('units:currency.SAR')}`,
      outcome: text('samples:outcome'),
      endsOn: dayAfter(30),
    },
    terminalsDay: {
      did: text('mails:terminalsDay.did', { count: 4, total: 5 }),
      sentences: terminalsSentences(words),
    },
    filesDay: { head: text('mails:filesDay.head.none'), sentences: text('mails:filesDay.noneCame') },
    notices: {
      head: text('notices:several', { count: 2 }),
      sentences: [text('notices:overdue', { count: 2 }), text('samples:notice')].join('\n'),
    },
    report: {
      report: text('mails:report.kind.SALES'),
      days: text('mails:report.span', { from: dayAfter(-7), to: dayAfter(-1) }),
    },
    suspended: { what: text('mails:suspended.what.merchant') },
    reinstated: { what: text('mails:reinstated.what.merchant') },
    closed: { until: dayAfter(30), kept: dayAfter(6 * 366) },
    personalAsked: {
      what: text('mails:personalKind.CORRECTION'),
      due: words.moment(new Date(now.getTime() + answerDays * dayMs)),
    },
    personalWithdrawn: { what: text('mails:personalKind.CORRECTION') },
    personalReminder: { due: words.moment(new Date(now.getTime() + reminderDays * dayMs)) },
    personalDone: { what: text('mails:personalKind.CORRECTION'), reason: text('samples:done') },
    personalRefused: { what: text('mails:personalKind.DELETION') },
  };
  return of[id] ?? {};
}

function terminalsSentences({ text, amount }: Words): string {
  const which = { tid: '12345678', branch: text('samples:branch') };
  return text('mails:terminalsDay.lessThanHost', { ...which, amount: amount(amountMinor) });
}

/** Each mail in both languages as it would be sent now, with example values: nothing of anybody is in it. */
export const mailsAsSent = ({ db, clock, linkBase }: SettingsDeps): Promise<RouteOutput<typeof listMails>> =>
  inPlatform(db, async (tx) => {
    const ending = await settingOf(tx, 'mailEnding');
    const now = clock.now();
    const written = (id: MailId, language: Language) => {
      const words = wordsFor(language);
      const values = { ...commonValues(words, linkBase(), now), ...ownValues(id, words, now) };
      return {
        subject: words.text(`mails:${id}.subject`, values),
        text: withEnding(words.text(`mails:${id}.text`, values), language, ending),
      };
    };
    return { rows: mailIds.map((id) => ({ id, en: written(id, 'en'), ar: written(id, 'ar') })) };
  });
