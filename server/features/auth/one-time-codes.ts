import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import {
  type OtpChallenge,
  type OtpRefusal,
  otpLength,
  otpLifeMinutes,
  otpResendSeconds,
  otpSends,
  otpTries,
} from '@mizan/contract/auth.ts';
import { incorrectOtpMessage, invalidTokenMessage } from '@mizan/contract/errors.ts';
import { countAttempt } from '../../platform/attempts/attempts.ts';
import type { Origin } from '../../platform/audit/audit.ts';
import { inPlatform, type Tx } from '../../platform/database/database.ts';
import { type Happening, happened } from '../../platform/facts/facts.ts';
import { Failure } from '../../platform/failure.ts';
import { writeMail } from '../../platform/mail/mailer.ts';
import { hashToken, isToken, newToken } from '../../platform/sessions/secret-token.ts';
import { hasPasskey } from '../passkeys/passkey-owners.service.ts';
import type { AuthDeps } from './auth.deps.ts';
import { oneTimeCodeMail } from './auth.mails.ts';
import { type AccountRow, readAccount } from './auth.queries.ts';
import { actorOf } from './credentials.ts';
import {
  type ChallengeRow,
  findChallenge,
  insertChallenge,
  markUsed,
  replaceCode,
  takeTry,
} from './one-time-codes.queries.ts';

const lifeMs = otpLifeMinutes * 60_000;
const resendMs = otpResendSeconds * 1000;

const newCode = (): string => String(randomInt(10 ** otpLength)).padStart(otpLength, '0');

/** A million codes are tried in a moment, so the hash is keyed, and with the challenge it belongs to. */
const hashCode = (secret: string, tokenHash: Buffer, code: string): Buffer =>
  createHmac('sha256', secret).update('one-time code').update(tokenHash).update(code).digest();

/** 's•••@diyar.coffee': enough to know one's own address by, too little to learn another's. */
export const maskEmail = (email: string): string =>
  `${email.slice(0, 1)}•••${email.slice(email.lastIndexOf('@'))}`;

const invalidChallenge = (): Failure => new Failure('invalidToken', invalidTokenMessage);

const incorrectOtp = (reason: OtpRefusal, attemptsLeft: number): Failure =>
  new Failure('incorrectOtp', incorrectOtpMessage, { reason, attemptsLeft });

/**
 * Asks for a one-time code: 10 minutes, 5 tries, one use (rules D7). `deviceHash` names the browser
 * that was asked. Answers what the 511 carries.
 */
export async function beginChallenge(
  tx: Tx,
  deps: AuthDeps,
  account: AccountRow,
  { deviceHash, from }: { deviceHash: Buffer; from: Origin },
): Promise<OtpChallenge> {
  if (account.email === null) throw new Error('a one-time code has nowhere to go');
  const token = newToken();
  const tokenHash = hashToken(token);
  const code = newCode();
  const sentAt = deps.clock.now();
  await insertChallenge(tx, {
    tokenHash,
    userId: account.id,
    codeHash: hashCode(deps.secret, tokenHash, code),
    deviceHash,
    sentAt,
    expiresAt: new Date(sentAt.getTime() + lifeMs),
  });
  await writeMail(tx, deps.mailer, oneTimeCodeMail(account.email, account.locale, code));
  const passkey = await hasPasskey(tx, account.id);
  await happened(tx, actorOf(account, from), { fact: 'auth.codeSent', at: sentAt });
  return { token, sentTo: maskEmail(account.email), passkey };
}

/** The challenge of a token, as far as it can still be answered. @throws Failure */
async function openChallenge(deps: AuthDeps, token: string): Promise<ChallengeRow> {
  const challenge = isToken(token) ? await findChallenge(deps.db, hashToken(token)) : null;
  if (!challenge || challenge.usedAt) throw invalidChallenge();
  if (challenge.tries >= otpTries) throw incorrectOtp('tooManyTries', 0);
  return challenge;
}

const isExpired = (challenge: ChallengeRow, at: Date): boolean => challenge.expiresAt <= at;

/** The challenge of a token that may be answered now. @throws Failure 'invalidToken', 'incorrectOtp' */
export async function waitingChallenge(deps: AuthDeps, token: string): Promise<ChallengeRow> {
  const known = await openChallenge(deps, token);
  if (isExpired(known, deps.clock.now())) throw incorrectOtp('expired', otpTries - known.tries);
  return known;
}

type Refused = Omit<Happening<'auth.codeRefused'>, 'at'> | Omit<Happening<'auth.passkeyRefused'>, 'at'>;

/** What somebody answers a challenge with, and what is said and written down where it does not fit. */
export interface Proof {
  readonly method: 'code' | 'passkey';
  readonly fits: (challenge: ChallengeRow) => boolean;
  /** What happened then. */
  readonly refused: (attemptsLeft: number) => Refused;
  readonly refusal: (attemptsLeft: number) => Failure;
}

/** The proof that a one-time code is. */
export function codeProof({ secret }: AuthDeps, { token, otp }: { token: string; otp: string }): Proof {
  const tokenHash = hashToken(token);
  return {
    method: 'code',
    fits: ({ codeHash }) => timingSafeEqual(codeHash, hashCode(secret, tokenHash, otp)),
    refused: (attemptsLeft) => ({ fact: 'auth.codeRefused', params: { attemptsLeft } }),
    refusal: (attemptsLeft) => incorrectOtp('wrong', attemptsLeft),
  };
}

/**
 * Checks a proof and, where it fits, does `then` in the same transaction, so that a challenge is used exactly
 * when its sign-in is committed. A wrong one costs one of five tries, however many processes are asked.
 * @throws Failure that of the proof, 'incorrectOtp' with `reason` and `attemptsLeft`, 'invalidToken', 'rateLimited'
 */
export async function answerChallenge<T>(
  deps: AuthDeps,
  { token, proof }: { token: string; proof: Proof },
  from: Origin,
  then: (tx: Tx, challenge: ChallengeRow) => Promise<T>,
): Promise<T> {
  const { db, clock } = deps;
  const ofAddress = await countAttempt(db, clock, 'wrongCodeOfAddress', from.ip);
  const known = await waitingChallenge(deps, token);
  const attempt = await countAttempt(db, clock, 'wrongCodeOfAccount', known.userId);
  const tokenHash = hashToken(token);
  const outcome = await inPlatform(db, async (tx) => {
    const challenge = await takeTry(tx, tokenHash, clock.now(), otpTries);
    if (!challenge) return { refused: invalidChallenge() };
    if (!proof.fits(challenge)) {
      const attemptsLeft = otpTries - challenge.tries;
      const account = await readAccount(tx, challenge.userId);
      const told = { at: clock.now(), ...proof.refused(attemptsLeft) };
      if (account) await happened(tx, actorOf(account, from), told);
      return { refused: proof.refusal(attemptsLeft) };
    }
    await markUsed(tx, tokenHash, clock.now());
    return { value: await then(tx, challenge) };
  });
  if (outcome.refused) throw outcome.refused;
  await Promise.all([attempt.giveBack(), ofAddress.giveBack()]);
  return outcome.value;
}

/** The first moment at which another code may be sent: after the pause, or never for this challenge. */
function mayResendAt({ sentAt, sends, expiresAt }: ChallengeRow): Date {
  return sends < otpSends ? new Date(sentAt.getTime() + resendMs) : expiresAt;
}

/**
 * Sends a new code for a challenge and voids the old one; the tries that were spent stay spent.
 * @throws Failure 'rateLimited' with `retryAt`, 'invalidToken'
 */
export async function resendCode(deps: AuthDeps, token: string, from: Origin): Promise<{ sentTo: string }> {
  const { db, clock, secret } = deps;
  const challenge = await openChallenge(deps, token);
  const retryAt = mayResendAt(challenge);
  const at = clock.now();
  const tooEarly = (): Failure =>
    new Failure('rateLimited', 'A code was just sent.', { retryAt: retryAt.toISOString() });
  if (retryAt > at) throw tooEarly();
  await countAttempt(db, clock, 'codesToAccount', challenge.userId);
  const tokenHash = hashToken(token);
  const code = newCode();
  return inPlatform(db, async (tx) => {
    const account = await readAccount(tx, challenge.userId);
    if (!account || account.email === null) throw invalidChallenge();
    const isReplaced = await replaceCode(tx, {
      tokenHash,
      codeHash: hashCode(secret, tokenHash, code),
      at,
      expiresAt: new Date(at.getTime() + lifeMs),
      sentBefore: new Date(at.getTime() - resendMs),
      mostSends: otpSends,
      mostTries: otpTries,
    });
    if (!isReplaced) throw tooEarly();
    await writeMail(tx, deps.mailer, oneTimeCodeMail(account.email, account.locale, code));
    await happened(tx, actorOf(account, from), { fact: 'auth.codeSent', at });
    return { sentTo: maskEmail(account.email) };
  });
}
