import type { MailEnding } from '@mizan/contract/mail-settings.ts';
import type { Tx } from '../database/database.ts';
import { settingOf } from '../settings/settings.ts';
import { type Language, wordsFor } from '../words.ts';

/** A text with the ending below it: codes and links stand in the text, which is left as it is. */
export function withEnding(text: string, language: Language, ending: MailEnding): string {
  const { closing, contact } = {
    en: { closing: ending.closingEn, contact: ending.contactEn },
    ar: { closing: ending.closingAr, contact: ending.contactAr },
  }[language];
  const below = [closing, contact && wordsFor(language).text('mails:contact', { contact })];
  // A text may end with what nobody gave, such as a note.
  const own = text.replace(/\n\s*$/, '\n');
  return [own, ...below.filter((line) => line !== '').map((line) => `${line}\n`)].join('\n');
}

/** A text as it is sent at this moment. */
export const endedText = async (tx: Tx, language: Language, text: string): Promise<string> =>
  withEnding(text, language, await settingOf(tx, 'mailEnding'));
