import * as z from 'zod';
import { defineFact, open } from './fact.ts';
import { judgementCauses, lineAnswers } from './reconciliation-terms.ts';
import { verdicts } from './verdicts.ts';
import { dropReasons } from './watched-folder.ts';

/** What people do with the files of a bank. */
const kind = { hears: ['MERCHANT', 'ADMIN'], about: ['bankFile'], audit: true } as const;
const fileName = open(z.string());
const verdict = open(z.enum(verdicts));

export const bankFilesFacts = {
  'bankFiles.uploaded': defineFact({
    ...kind,
    params: { fileName, sizeBytes: open(z.int()) },
    webhook: true,
  }),
  'bankFiles.columnsConfirmed': defineFact({
    ...kind,
    params: { bankName: open(z.string().nullable()), remember: open(z.boolean()) },
  }),
  'bankFiles.partRemoved': defineFact({
    ...kind,
    about: ['merchant'],
    params: { bankName: open(z.string().nullable()), partName: open(z.string()) },
  }),
  'bankFiles.judgedAgain': defineFact({
    ...kind,
    params: { fileName, verdict, because: open(z.enum(judgementCauses)) },
    was: { verdict },
    webhook: true,
  }),
  'bankFiles.linesAnswered': defineFact({
    ...kind,
    params: {
      fileName,
      earlierFileName: fileName,
      line: open(z.int().nullable()),
      lineAnswer: open(z.enum(lineAnswers).nullable()),
    },
    was: { lineAnswer: open(z.enum(lineAnswers).nullable()) },
  }),
  'bankFiles.replaced': defineFact({
    ...kind,
    params: { fileName, earlierFileName: fileName },
    webhook: true,
  }),
  'bankFiles.folderWatched': defineFact({
    ...kind,
    about: ['merchant'],
    params: { isOn: open(z.boolean()) },
  }),
  'bankFiles.dropRefused': defineFact({
    ...kind,
    about: ['merchant'],
    params: { fileName, dropReason: open(z.enum(dropReasons)) },
    webhook: true,
  }),
  'bankFiles.letterTimeSet': defineFact({
    ...kind,
    about: ['merchant'],
    params: { dailyTime: open(z.string().nullable()) },
    was: { dailyTime: open(z.string().nullable()) },
  }),
  'bankFiles.letterRecipientsSet': defineFact({
    ...kind,
    about: ['merchant'],
    params: { recipients: open(z.string()) },
    was: { recipients: open(z.string()) },
  }),
  'bankFiles.dayTold': defineFact({
    hears: ['MERCHANT'],
    about: ['merchant'],
    mail: 'mails:filesDay',
  }),
  'bankFiles.undone': defineFact({ ...kind, was: { fileName, state: open(z.string()) }, webhook: true }),
};
