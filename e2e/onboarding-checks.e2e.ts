import {
  type BrokenForm,
  brokenForms,
  emptyFields,
  wholeApplication,
  wrongFields,
} from '@mizan/contract/onboarding-cases.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { next, onboardingPath, onStep } from './testing/onboarding-form.ts';
import { browserStage, type Window } from './testing/stage.ts';
import { oneLanguage } from './testing/texts.ts';

/**
 * The table of checks on the browser's side: each of them, in the reader's language, at a step that is then not left.
 * The server's side of the same table is walked by server/features/onboarding/onboarding-checks.test.ts.
 */
const stage = browserStage();

/** Checks that a form can break together; they are told on one step. */
interface Group {
  what: string;
  step: string;
  broken: BrokenForm[];
}
const stepOf = ({ at }: BrokenForm): string => at.split('.')[0] ?? '';
const bySteps = (what: string, all: readonly BrokenForm[]): Group[] =>
  [...new Set(all.map(stepOf))].map((step) => ({
    what: `${what} of ${step}`,
    step,
    broken: all.filter((each) => stepOf(each) === step),
  }));
const groups: Group[] = [
  ...bySteps('empty fields', emptyFields),
  ...bySteps('wrong fields', wrongFields),
  ...brokenForms
    .filter(({ sides }) => sides.includes('browser'))
    .map((each) => ({ what: each.says, step: stepOf(each), broken: [each] })),
];
const everyCheck = [...emptyFields, ...wrongFields, ...brokenForms];

/** Puts what somebody filled in where the form keeps it, and opens the form at this step. */
async function openDraft(window: Window, { step, broken }: Group): Promise<void> {
  const form = broken.reduce((whole, each) => ({ ...whole, ...each.form(whole.application) }), {
    application: wholeApplication,
    repeat: wholeApplication.account.password,
    documents: 1,
  });
  await window.go('/health');
  await window.page.evaluate((draft) => sessionStorage.setItem('onboardingDraft', JSON.stringify(draft)), {
    ...form,
    token: 'A'.repeat(43),
    step,
    documents: [],
    sentTo: null,
  });
  await window.go(onboardingPath);
  await onStep(window, step);
}

describe.each(oneLanguage)('in %s', (language) => {
  // One window for all of them: each form is opened anew, and a new window takes as long as all that is looked at.
  let window: Window;
  beforeAll(async () => {
    window = await stage.keep({ language });
  });

  test.each(groups)('$what: said, and the step is not left', async (group) => {
    const { page, t } = window;
    const sentence = ({ says }: BrokenForm): string => t(`onboarding:validation.${says}`);
    const sentences = new Set(everyCheck.map(sentence));
    const said = async (): Promise<string[]> => {
      const lines = (await page.locator('main form').innerText()).split('\n').map((line) => line.trim());
      return lines.filter((line) => sentences.has(line)).toSorted();
    };
    await openDraft(window, group);
    expect(await said()).toEqual([]);
    await next(window);
    await expect.poll(said).toEqual(group.broken.map(sentence).toSorted());
    await onStep(window, group.step);
  });
});
