import type { Readable } from 'node:stream';
import type { DocumentRow } from '@mizan/contract/onboarding.ts';
import { onboardingLimits } from '@mizan/contract/onboarding-rules.ts';
import { inPlatform } from '../../platform/database/database.ts';
import { Failure } from '../../platform/failure.ts';
import type { VirusScanner } from '../../platform/scanner/virus-scanner.ts';
import { hashToken } from '../../platform/sessions/secret-token.ts';
import { documentTypeOf } from './document-type.ts';
import { insertDocument } from './documents.queries.ts';
import type { OnboardingDeps } from './onboarding.deps.ts';

const maxBytes = onboardingLimits.documentBytes;

async function readWhole(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) {
      throw new Failure('tooLarge', 'A document has at most 5 MiB.', {
        documents: 'documentTooLarge',
        maxBytes,
      });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
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
 * Keeps a document for a draft. @throws Failure 'tooLarge', 'unreadableFile' for what is no whole PDF or
 * picture and for malware, 'unavailable' while the scanner is, 'conflict' for one too many
 */
export async function uploadDocument(
  { db, clock, scanner }: Pick<OnboardingDeps, 'db' | 'clock' | 'scanner'>,
  { draft, fileName, body }: { draft: string; fileName: string; body: Readable },
): Promise<DocumentRow> {
  const content = await readWhole(body);
  const mediaType = documentTypeOf(content);
  if (!mediaType) {
    throw new Failure('unreadableFile', 'Only PDF, PNG and JPEG are accepted.', {
      documents: 'documentInvalid',
    });
  }
  await refuseUnclean(scanner, content);
  const document = { draftHash: hashToken(draft), fileName, mediaType, content, at: clock.now() };
  const kept = await inPlatform(db, (tx) => insertDocument(tx, document, onboardingLimits.documents));
  if (!kept)
    throw new Failure('conflict', 'There are too many documents.', { documents: 'documentsTooMany' });
  return kept;
}
