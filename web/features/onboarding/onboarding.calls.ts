import { getPublicKey } from '@mizan/contract/auth.ts';
import {
  checkPassword,
  type DocumentRow,
  getRegistrations,
  resendActivation,
  sendApplication,
  sendCorrection,
  uploadDocument,
} from '@mizan/contract/onboarding.ts';
import type { Problems } from '@mizan/contract/onboarding-check.ts';
import { call, isApiError } from '../../platform/api-client.ts';
import { type UploadProgress, upload } from '../../platform/api-upload.ts';
import { language } from '../../platform/language.ts';
import { InsecureContextError, sealWith } from '../../platform/sign-in-crypto.ts';
import type { Draft } from './onboarding-draft.ts';

/** What came of a call: done, fields that are wrong or taken, or a sentence of why it failed. */
export type Outcome<T> =
  | { kind: 'done'; answer: T }
  | { kind: 'refused'; problems: Problems }
  | { kind: 'failed'; key: string };

/** Paths of the form with their texts; a body that the schemas refuse names 'body.…' and is a fault of ours. */
function problemsFrom(details: Readonly<Record<string, unknown>>): Problems {
  return Object.fromEntries(
    Object.entries(details).filter(
      (entry): entry is [string, string] =>
        /^(?:account|business|branches|cashiers|documents)\b/.test(entry[0]) && typeof entry[1] === 'string',
    ),
  );
}

function explain<T>(error: unknown): Outcome<T> {
  if (error instanceof InsecureContextError) return { kind: 'failed', key: 'onboarding:failed.insecure' };
  if (!isApiError(error)) throw error;
  const problems = problemsFrom(error.details);
  if (Object.keys(problems).length > 0) return { kind: 'refused', problems };
  if (error.code === 'network') return { kind: 'failed', key: 'onboarding:failed.network' };
  if (error.code === 'rateLimited') return { kind: 'failed', key: 'onboarding:failed.rateLimited' };
  if (error.code === 'switchedOff') return { kind: 'failed', key: 'onboarding:failed.closed' };
  if (error.code === 'invalidToken') return { kind: 'failed', key: 'onboarding:correction.invalid' };
  return { kind: 'failed', key: 'onboarding:failed.other' };
}

async function outcomeOf<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { kind: 'done', answer: await work() };
  } catch (error) {
    return explain(error);
  }
}

/** Whether applications are taken; null where nobody can say: then the sending of one does. */
export const areRegistrationsOpen = (): Promise<boolean | null> =>
  call(getRegistrations, {}).then(
    ({ isOpen }) => isOpen,
    () => null,
  );

/** Sends the draft; passwords travel sealed, as in a sign-in. */
export const sendDraft = ({ token, application, documents }: Draft): Promise<Outcome<{ sentTo: string }>> =>
  outcomeOf(async () => {
    const seal = await sealWith((await call(getPublicKey, {})).pemKey);
    const { account, business, branches, cashiers } = application;
    return call(sendApplication, {
      body: {
        draft: token,
        locale: language,
        account: { ...account, password: await seal(account.password) },
        business,
        branches,
        cashiers: await Promise.all(
          cashiers.map(async (each) => ({ ...each, password: await seal(each.password) })),
        ),
        documents: documents.map(({ id }) => id),
      },
    });
  });

/** Whether the portal holds a password for easy to guess; it travels sealed, and rejects where there is no answer. */
export async function askWhetherEasy(password: string, about: readonly string[]): Promise<boolean> {
  const seal = await sealWith((await call(getPublicKey, {})).pemKey);
  const body = { password: await seal(password), about: [...about] };
  return (await call(checkPassword, { body })).easy;
}

/** Uploads a document under a draft's or a correction's token. */
export const sendDocument = (
  token: string,
  file: File,
  onProgress: (progress: UploadProgress) => void,
): Promise<Outcome<DocumentRow>> =>
  outcomeOf(() =>
    upload(uploadDocument, { query: { draft: token, fileName: file.name } }, file, { onProgress }),
  );

export const sendLinkAgain = (token: string): Promise<Outcome<unknown>> =>
  outcomeOf(() => call(resendActivation, { body: { draft: token } }));

export const sendCorrected = (
  token: string,
  values: { path: string; value: string }[],
): Promise<Outcome<unknown>> => outcomeOf(() => call(sendCorrection, { body: { token, values } }));
