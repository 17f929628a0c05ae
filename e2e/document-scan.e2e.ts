import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { pdfSaying } from '../server/platform/scanner/testing/document-files.ts';
import { eicar, honest, standInClamd } from '../server/platform/scanner/testing/stand-in-clamd.ts';
import { quietPortal } from './testing/quiet-portal.ts';
import { browserStage, type Window } from './testing/stage.ts';
import { oneLanguage } from './testing/texts.ts';

/** What an applicant reads where the scanner finds something in a document, and where it is away. */
const clamd = await standInClamd();
const portal = await quietPortal({ VIRUS_SCANNER: clamd.setting });
const stage = browserStage();
afterAll(() => clamd.stop());
beforeEach(() => clamd.behave(honest));

/** The wizard at its documents, as a reload brings it back there. */
async function atDocuments(language: Window['language']): Promise<Window> {
  const window = await stage.open({ language, url: portal.url });
  const { page, t } = window;
  await page.addInitScript(() =>
    sessionStorage.setItem('onboardingDraft', JSON.stringify({ step: 'documents' })),
  );
  await window.go('/neopaas/portal/onboarding');
  await page.getByRole('heading', { level: 2, name: t('onboarding:steps.documents') }).waitFor();
  return window;
}
const choose = ({ page }: Window, text: string): Promise<void> =>
  page.locator('input[type=file]').setInputFiles({
    name: 'cr.pdf',
    mimeType: 'application/pdf',
    buffer: pdfSaying(text),
  });
const added = ({ page, t }: Window) =>
  page.getByRole('button', { name: t('onboarding:actions.remove', { what: 'cr.pdf' }) });

describe.each(oneLanguage)('in %s', (language) => {
  test('a document with malware is refused at its field, and a clean one is taken after it', async () => {
    const window = await atDocuments(language);
    window.expectErrors(/422/);
    await choose(window, eicar);
    await window.page.getByText(window.t('onboarding:validation.documentInfected')).waitFor();
    expect(await added(window).count()).toBe(0);
    await choose(window, 'commercial registration');
    await added(window).waitFor();
    expect(await window.page.getByText(window.t('onboarding:validation.documentInfected')).count()).toBe(0);
  });

  test('while the scanner is away nothing is taken, and the next try is scanned', async () => {
    const window = await atDocuments(language);
    window.expectErrors(/503/);
    clamd.behave((socket) => void socket.destroy());
    await choose(window, 'commercial registration');
    await window.page.getByText(window.t('onboarding:validation.documentUnchecked')).waitFor();
    expect(await added(window).count()).toBe(0);
    clamd.behave(honest);
    await choose(window, 'commercial registration');
    await added(window).waitFor();
  });
});
