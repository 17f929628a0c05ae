import type { Readable } from 'node:stream';
import type { DocumentType } from '@mizan/contract/onboarding.ts';
import { Failure } from '../failure.ts';
import { documentTypeOf } from './document-type.ts';
import { readUpTo } from './read-up-to.ts';
import type { VirusScanner } from './virus-scanner.ts';

/** A PDF or picture that somebody sent, read whole. */
export interface ReceivedDocument {
  mediaType: DocumentType;
  content: Buffer;
}

/** Where a scanner is set, what it did not call clean is not kept: neither malware nor what it could not see. */
async function refuseUnclean(scanner: VirusScanner | null, content: Buffer): Promise<void> {
  const verdict = scanner === null ? 'clean' : await scanner.scan(content);
  if (verdict === 'infected') {
    throw new Failure('unreadableFile', 'The scanner found malware in this file.', {
      documents: 'documentInfected',
    });
  }
  if (verdict === 'unchecked') {
    throw new Failure('unavailable', 'Documents cannot be scanned for the moment; try again in a minute.', {
      documents: 'documentUnchecked',
    });
  }
}

/**
 * Reads a document of at most `maxBytes`, tells by its content what it is, and has it scanned. @throws Failure 'tooLarge',
 * 'unreadableFile' for what is no whole PDF or picture and for malware, 'unavailable' while the scanner is
 */
export async function receiveDocument(
  body: Readable,
  { maxBytes, scanner }: { maxBytes: number; scanner: VirusScanner | null },
): Promise<ReceivedDocument> {
  const content = await readUpTo(body, maxBytes);
  if (content === null) {
    throw new Failure('tooLarge', `A document has at most ${maxBytes} bytes.`, {
      documents: 'documentTooLarge',
      maxBytes,
    });
  }
  const mediaType = documentTypeOf(content);
  if (!mediaType) {
    throw new Failure('unreadableFile', 'Only PDF, PNG and JPEG are accepted.', {
      documents: 'documentInvalid',
    });
  }
  await refuseUnclean(scanner, content);
  return { mediaType, content };
}
