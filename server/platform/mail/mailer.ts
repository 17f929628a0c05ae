import { createTransport, type Transporter } from 'nodemailer';
import type { Clock } from '../clock.ts';
import type { Database, Tx } from '../database/database.ts';
import { isLocalName } from '../http/origin.ts';
import { enqueue } from '../jobs/enqueue.ts';
import type { Language } from '../words.ts';
import { endedText } from './mail-ending.ts';
import { findUnsent, insertMail, markFailed, markSent } from './outbox.queries.ts';

export interface Mail {
  to: string;
  /** Of the text, and of what administrators add below it. */
  language: Language;
  subject: string;
  text: string;
  /** The one-time code or the link that the text holds, so that the demo's outbox can show it by itself. */
  code?: string;
  link?: string;
  /** What it is about, by which it is asked after (`mailsAbout`). */
  about?: string | undefined;
  /** A file that goes along; it is kept until the mail was sent. */
  attachment?: Attachment | undefined;
}

export interface Attachment {
  name: string;
  content: Buffer;
}

/** What sends mails. Without a transport they stay in the outbox table, which the demo shows. */
export interface Mailer {
  readonly transport: Pick<Transporter, 'sendMail' | 'close'> | null;
  readonly from: string;
  readonly clock: Clock;
  /** Hears of every mail once it is committed: the demo prints its code. */
  readonly onWritten?: ((mail: Mail) => void) | undefined;
}

export const sendMailJob = 'mail.send';

/** Sending is tried for some forty minutes; by then a one-time code has long expired and a new one was asked for. */
const sendTries = 9;
const smtpTimeoutMs = 15_000;
const reasonLimit = 300;

/** Mails carry codes and links: beyond this machine they leave encrypted, to a server that proves its name, or not. */
export const openTransport = (url: string): Transporter =>
  createTransport({
    url,
    requireTLS: !isLocalName(new URL(url).hostname),
    connectionTimeout: smtpTimeoutMs,
    socketTimeout: smtpTimeoutMs,
  });

/** The mailer of a configuration: `smtpUrl` null keeps mails in the outbox. */
export function openMailer(settings: {
  smtpUrl: string | null;
  /** The host name of links, which the sender's address is of. */
  host: string;
  clock: Clock;
  onWritten?: (mail: Mail) => void;
}): Mailer {
  const { smtpUrl, host, clock, onWritten } = settings;
  return {
    transport: smtpUrl === null ? null : openTransport(smtpUrl),
    from: `Mizan <no-reply@${host}>`,
    clock,
    onWritten,
  };
}

/** Writes a mail, with what administrators add below each, in the business transaction; a job of the same transaction sends it. */
export async function writeMail(tx: Tx, mailer: Mailer, mail: Mail): Promise<void> {
  const createdAt = mailer.clock.now();
  const id = await insertMail(tx, {
    to: mail.to,
    subject: mail.subject,
    text: await endedText(tx, mail.language, mail.text),
    code: mail.code ?? null,
    link: mail.link ?? null,
    about: mail.about ?? null,
    attachment: mail.attachment ?? null,
    createdAt,
    sentAt: mailer.transport ? null : createdAt,
  });
  if (mailer.transport) await enqueue(tx, sendMailJob, { mailId: id }, { maxTries: sendTries });
  tx.afterCommit(() => mailer.onWritten?.(mail));
}

/**
 * The job: sends one mail and marks it sent. What fails is kept as the reason and thrown, so that the queue
 * tries again later; a mail that was sent already is left alone.
 */
export async function sendMail(db: Database, mailer: Mailer, mailId: string): Promise<void> {
  const mail = await findUnsent(db, mailId);
  if (!mail || !mailer.transport) return;
  try {
    const { to, subject, text, attachmentName: filename, attachment: content } = mail;
    const attachments = filename && content ? { attachments: [{ filename, content }] } : {};
    await mailer.transport.sendMail({ from: mailer.from, to, subject, text, ...attachments });
  } catch (error) {
    await markFailed(db, mailId, (error as Error).message.slice(0, reasonLimit));
    throw error;
  }
  await markSent(db, mailId, mailer.clock.now());
}
