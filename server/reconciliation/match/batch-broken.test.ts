import { describe, expect, test } from 'vitest';
import { tryBankFile } from '../bank-file-trial.ts';
import { at, sums, told } from '../batch-trial.ts';

describe('batches of one day of which one has a wrong sum', () => {
  const day = [
    at(1, '22 09:00', 10_000),
    at(2, '22 11:00', 5_000),
    at(3, '22 17:00', 8_000),
    at(4, '22 19:00', 4_700),
  ];

  test('do not call the first one missing on both sides where its sum is wrong', async () => {
    const trial = told(await tryBankFile(sums('22/11/2026,151.00', '22/11/2026,127.00'), day));
    expect(trial).toEqual({
      verdict: 'INCOMPLETE',
      has: { 3: [3, 4] },
      said: [
        ['undecidedSum', 2, 'manySums'],
        ['waits', 'payment 1', 'manySums'],
        ['waits', 'payment 2', 'manySums'],
      ],
    });
  });

  test('leave a sum without payments where those beside it leave none over', async () => {
    const rows = ['22/11/2026,150.00', '22/11/2026,126.00', '22/11/2026,127.00'];
    const trial = told(await tryBankFile(sums(...rows), day));
    expect(trial).toMatchObject({ verdict: 'UNBALANCED', has: { 2: [1, 2], 4: [3, 4] } });
    expect(trial.said).toEqual([['missingInPortal', 3, 'noKey']]);
  });
});

describe('two sums of one day, one of each sign, of which one is wrong', () => {
  test('are undecided where one of two is wrong and a batch would give the other one others', async () => {
    const day = [
      at(1, '20 09:00', 1_000),
      at(2, '20 10:00', -3_000),
      at(3, '20 11:00', -2_000),
      at(4, '20 17:00', 5_000),
    ];
    // What was taken back lacks 30.00, or the first two make it up and the other line is 0.07 too much.
    const trial = told(await tryBankFile(sums('20/11/2026,-20.00', '20/11/2026,30.07'), day));
    expect(trial).toMatchObject({ verdict: 'INCOMPLETE', has: {} });
    expect(trial.said.slice(0, 2)).toEqual([
      ['undecidedSum', 2, 'sums'],
      ['undecidedSum', 3, 'manySums'],
    ]);
  });

  test('say what one of two lacks where no batch would give the other one others', async () => {
    const day = [at(1, '20 09:00', 1_000), at(2, '20 11:00', -2_000), at(3, '20 17:00', 2_000)];
    const trial = told(await tryBankFile(sums('20/11/2026,-20.00', '20/11/2026,30.07'), day));
    expect(trial.has).toEqual({ 2: [2], 3: [1, 3] });
    expect(trial.said).toEqual([['amountDiffers', 3, 'sum']]);
  });
});
