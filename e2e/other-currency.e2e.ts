import { expect, test } from 'vitest';
import { anotherMerchant, sell, upload } from '../server/features/reconciliation/testing/bank-world.ts';
import { openOwner, servedBankWorld } from './testing/bank-world-window.ts';
import { browserStage } from './testing/stage.ts';
import { languages } from './testing/texts.ts';

/** A file in a currency in which the shop has no payment says so above all that is asked of it. */
const stage = browserStage();
const { world, url } = await servedBankWorld();

test.each(languages)('in %s', async (language) => {
  const own = await anotherMerchant(world);
  await sell(own, [{ amountMinor: 10_000, at: '2026-11-20 10:05' }]);
  const lines = [1, 2, 3, 4].map((at) => `99001122,93260912000${at},2026-11-20 1${at}:05,${at}0.50,EUR`);
  const text = ['Terminal ID,RRN,Transaction Date,Amount,Currency', ...lines, ''].join('\n');
  const { id } = (await upload(own, text, 'euros.csv')).json<{ bankFile: { id: string } }>().bankFile;
  await own.runner.idle();
  const window = await openOwner(stage, own, {
    language,
    url,
    path: `/reconciliation?view=files&file=${id}`,
  });
  const { page, t } = window;
  const said = page.getByRole('status').filter({
    hasText: t('reconciliation:reading.otherCurrency.title', {
      file: t('units:currency.EUR'),
      shop: t('units:currency.SAR'),
    }),
  });
  await said.waitFor();
  const plain = (words: string): string => words.replaceAll(/[\u2066-\u2069]/g, '');
  expect(plain(await said.innerText())).toContain(
    plain(t('reconciliation:reading.otherCurrency.helpColumn', { column: 'Currency' })),
  );
  const asked = page.getByRole('table', { name: t('reconciliation:reading.how.title') });
  const [above, below] = [await said.boundingBox(), await asked.boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(below?.y ?? 0);
});
