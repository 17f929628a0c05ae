import { Piscina } from 'piscina';
import { Failure } from '../failure.ts';

/**
 * One thread, kept for a minute, draws the papers of a few pages (slips, letters): what costs most of a page is reading the fonts, and the
 * next paper has them. Tables have a thread each (export-thread.ts), because they take seconds.
 */
const thread = new Piscina({
  minThreads: 0,
  maxThreads: 1,
  idleTimeout: 60_000,
  // A paper that needs more is a fault, and fails alone.
  resourceLimits: { maxOldGenerationSizeMb: 256 },
});
/** Some seconds of drawing: who comes behind so many comes again. */
const waitingMax = 64;

/**
 * The bytes of a paper that `module` draws: its default export takes `content`, which is sent to the thread as a copy.
 * @throws Failure 'rateLimited' where too many papers wait
 */
export async function drawPaper(module: URL, content: unknown): Promise<Buffer> {
  if (thread.queueSize >= waitingMax) {
    throw new Failure('rateLimited', 'Too many papers are being drawn; try again in a moment.');
  }
  const bytes: Uint8Array = await thread.run(content, { filename: module.href });
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
