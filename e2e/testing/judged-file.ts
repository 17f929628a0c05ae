import type { Window } from './stage.ts';

/**
 * Uploads a bank file where the bank files stand, answers what nothing decided with the first choice, and waits for its
 * verdict.
 * @returns the id of the file
 */
export async function judgedFile({ page, t }: Window, path: string): Promise<string> {
  await page.locator('input[type=file]').setInputFiles(path);
  const confirm = page.getByRole('button', { name: t('reconciliation:reading.judge') });
  const verdict = page.getByRole('tab', { name: t('reconciliation:group.exceptions') });
  await confirm.or(verdict).waitFor({ timeout: 60_000 });
  if (await confirm.isVisible()) {
    const open = page.locator('select:has(> option[value=""]:checked)');
    while ((await open.count()) > 0) await open.first().selectOption({ index: 1 });
    await confirm.click();
  }
  await verdict.waitFor({ timeout: 60_000 });
  return new URL(page.url()).searchParams.get('file') ?? '';
}
