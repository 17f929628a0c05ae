import type { DocumentType } from '@mizan/contract/onboarding.ts';

/** How the names of each type end; the first one is added where none is there. */
const endings: Readonly<Record<DocumentType, readonly [string, ...string[]]>> = {
  'application/pdf': ['.pdf'],
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
};
/** Control characters, and marks of direction, which let 'cr<mark>fdp.exe' be read as 'crexe.pdf'. */
const unseen = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * The name under which a stranger's document is downloaded. A computer opens a file by the end of its name, so that
 * is what the content was found to be: '%PDF-' also begins what runs as a program under another name.
 */
export function documentName(fileName: string, type: DocumentType): string {
  const name = fileName.replaceAll(unseen, '');
  const isNamed = endings[type].some((ending) => name.toLowerCase().endsWith(ending));
  return isNamed ? name : name + endings[type][0];
}
