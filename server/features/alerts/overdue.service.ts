import { inTenant } from '../../platform/database/database.ts';
import { happened, nobody } from '../../platform/facts/facts.ts';
import { eachAlone } from '../../platform/jobs/each-alone.ts';
import { type AskingOfBank, askingSettlements } from '../settlement/asking.service.ts';
import { noteOverdue, selectMerchants } from './alerts.queries.ts';
import type { AlertDeps } from './silent.service.ts';

const merchantsAtOnce = 500;

/**
 * Every morning: money that is overdue, as the calendar of settlements says it, where days are among it that were not told.
 * Each day of a bank is told once, however often the job runs; the sum is of all that is overdue, by agreed rates.
 */
export async function tellOverdue(deps: AlertDeps): Promise<void> {
  let after = '0';
  for (;;) {
    const merchants = await selectMerchants(deps.db, after, merchantsAtOnce);
    await eachAlone(merchants, ({ id }) => tellOne(deps, id));
    after = merchants.at(-1)?.id ?? after;
    if (merchants.length < merchantsAtOnce) return;
  }
}

const tellOne = ({ db, clock }: AlertDeps, merchantId: string): Promise<void> =>
  inTenant(db, merchantId, async (tx) => {
    const at = clock.now();
    const overdue = (await askingSettlements(tx, at)).filter(({ kind }) => kind === 'OVERDUE');
    const byCurrency = Map.groupBy(overdue, ({ currency }) => currency);
    for (const [currency, ofBanks] of byCurrency) {
      let news = 0;
      for (const { bank, days } of ofBanks) {
        news += await noteOverdue(tx, { bankId: bank.id, currency, days }, at);
      }
      if (news === 0) continue;
      const sum = (of: (each: AskingOfBank) => number) =>
        ofBanks.reduce((total, each) => total + of(each), 0);
      await happened(tx, nobody(merchantId), {
        fact: 'settlement.overdue',
        at,
        about: { type: 'merchant', id: merchantId },
        params: { count: sum(({ days }) => days.length), amountMinor: sum(({ minor }) => minor), currency },
      });
    }
  });
