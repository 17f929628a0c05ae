import type { Readable } from 'node:stream';
import type { DocumentRow } from '@mizan/contract/onboarding.ts';
import { onboardingLimits } from '@mizan/contract/onboarding-rules.ts';
import { inPlatform } from '../../platform/database/database.ts';
import { Failure } from '../../platform/failure.ts';
import { receiveDocument } from '../../platform/scanner/received-document.ts';
import { hashToken } from '../../platform/sessions/secret-token.ts';
import { insertDocument } from './documents.queries.ts';
import type { OnboardingDeps } from './onboarding.deps.ts';

/**
 * Keeps a document for a draft. @throws Failure 'tooLarge', 'unreadableFile' for what is no whole PDF or
 * picture and for malware, 'unavailable' while the scanner is, 'conflict' for one too many
 */
export async function uploadDocument(
  { db, clock, scanner }: Pick<OnboardingDeps, 'db' | 'clock' | 'scanner'>,
  { draft, fileName, body }: { draft: string; fileName: string; body: Readable },
): Promise<DocumentRow> {
  const { mediaType, content } = await receiveDocument(body, {
    maxBytes: onboardingLimits.documentBytes,
    scanner,
  });
  const document = { draftHash: hashToken(draft), fileName, mediaType, content, at: clock.now() };
  const kept = await inPlatform(db, (tx) => insertDocument(tx, document, onboardingLimits.documents));
  if (!kept)
    throw new Failure('conflict', 'There are too many documents.', { documents: 'documentsTooMany' });
  return kept;
}
