import * as z from 'zod';

/** How a bank is called in both languages. */
export const bankNames = z.object({ nameEn: z.string(), nameAr: z.string() });
export type BankNames = z.infer<typeof bankNames>;

/** What is kept of a file's bank: its name as somebody wrote it, and the shop's bank that is called so in either language. */
interface FileBank {
  bankName: string;
  bank: BankNames | null;
}

/** A file's bank in a language; '' where nobody said whose it is. */
export const fileBankIn = (language: 'en' | 'ar', { bankName, bank }: FileBank): string =>
  bank === null ? bankName : { en: bank.nameEn, ar: bank.nameAr }[language];
