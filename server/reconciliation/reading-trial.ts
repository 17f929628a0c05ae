import { copyTextOfPayment, type TrialPayment } from './bank-file-trial.ts';
import { createSampler } from './evidence/sample.ts';
import { newTrialFile, type TrialFile } from './evidence/trial-file.ts';
import { type Trial, type TriedQuestion, tryReadings } from './evidence/try-readings.ts';
import { createPortalReader } from './normalise/portal-reader.ts';
import { detectFormats } from './normalise/value-formats.ts';
import { detectColumns, type Layout, sampleRowOf } from './read/columns.ts';
import { withFile } from './read/file-trial.ts';
import { readTable } from './read/read-table.ts';

/** For tests: the rows of a text and its columns, ready to be tried. */
export const trialFileOf = (text: string, layout?: Layout): Promise<TrialFile> =>
  withFile(text, async (filePath) => {
    const sampler = createSampler();
    await readTable(filePath, { onFacts: () => {}, onRow: sampler.push, onProgress: () => {} });
    const { first, spread } = sampler.end();
    const sample = first.map(sampleRowOf);
    const mapping = detectColumns(sample, layout);
    if (!mapping) throw new Error('no headings were found');
    const formats = detectFormats(mapping, sample, layout, '2026-11-25');
    return newTrialFile(
      mapping,
      formats,
      sample.filter(({ line }) => line < mapping.headerLine),
      spread,
    );
  });

/** For tests: tries a text against payments (`copyTextOfPayment` has the usual one). */
export async function tryText(
  text: string,
  payments: readonly TrialPayment[],
  layout?: Layout,
): Promise<Trial & { of: (question: TriedQuestion['question']) => TriedQuestion | undefined }> {
  const file = await trialFileOf(text, layout);
  const reader = createPortalReader(file.shared, payments.length, true);
  reader.push(Buffer.from(payments.map(copyTextOfPayment).join('')));
  const trial = tryReadings(file, reader.end(), layout);
  return { ...trial, of: (question) => trial.questions.find((each) => each.question === question) };
}
