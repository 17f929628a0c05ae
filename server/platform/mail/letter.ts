import type { Tx } from '../database/database.ts';
import { type Reader, type Values, type Words, wordsFor } from '../words.ts';
import { type Attachment, type Mailer, writeMail } from './mailer.ts';

/** A mail that tells of a fact, but for its texts, which the fact's row names: to whom, and what the texts need. */
export interface Letter {
  readonly mailer: Mailer;
  readonly to: string;
  readonly reader: Reader;
  /** What is filled in, in the words of the reader. */
  readonly values: (words: Words) => Values;
  /** The link that the text is there for, where it has one; no secret is in it. */
  readonly link?: string | undefined;
  /** What it is about, by which it is asked after (`mailsAbout`). */
  readonly about?: string | undefined;
  /** A file that goes along. */
  readonly attachment?: Attachment | undefined;
}

/** Writes the mail with the texts of this key, in the business transaction. The facts (platform/facts) alone call it. */
export async function writeLetter(
  tx: Tx,
  key: string,
  { mailer, to, reader, values, link, about, attachment }: Letter,
): Promise<void> {
  const words = wordsFor(reader);
  const filled = values(words);
  const [subject, text] = [words.text(`${key}.subject`, filled), words.text(`${key}.text`, filled)];
  await writeMail(tx, mailer, { to, language: words.language, link, about, subject, text, attachment });
}
