import type { placeTerminal as placeRoute } from '@mizan/contract/banks.ts';
import { datedMax } from '@mizan/contract/banks.ts';
import type { RouteInput } from '@mizan/contract/route.ts';
import { inTenant, type Tx } from '../../../platform/database/database.ts';
import { happened } from '../../../platform/facts/facts.ts';
import { notFound } from '../../../platform/failure.ts';
import type { Member } from '../../../platform/http/call.ts';
import { enqueue } from '../../../platform/jobs/enqueue.ts';
import { owedByNobody } from '../../expectations/expectations.service.ts';
import { judgeTouched } from '../../expectations/files-touched.service.ts';
import { chargeAgain, paymentsToCharge } from '../../payments/charge-again.service.ts';
import { agreementBook } from '../agreement-book.ts';
import { insertTerminalBank, lockBanks, type PlaceRow, selectPlaces } from '../banks.queries.ts';
import { selectTerminal } from './manage-banks.queries.ts';
import { assertNotBegun, type BanksDeps, bankIn, refused } from './manage-banks.service.ts';

const paymentsAtOnce = 1_000;
/** No transaction that began before a placement was there to be read is under way any more by then. */
const stragglersAfterMs = 120_000;
export const expectStragglersJob = 'banks.expectStragglers';

/**
 * What is owed by nobody, of a terminal that has a bank now: owed by that bank, with its business day, rate and due day,
 * in the caller's transaction; the files that may have to bring it are judged again. Answers how many payments that were.
 */
async function expectOfItsBank(
  tx: Tx,
  at: Date,
  { merchantId, id: terminalId, tid }: { merchantId: string; id: string; tid: string },
  bankNames: ReadonlyMap<string, string>,
): Promise<number> {
  const book = await agreementBook(tx);
  let count = 0;
  for (let after = '0', more = true; more; ) {
    const found = await owedByNobody(tx, terminalId, after, paymentsAtOnce);
    const payments = await paymentsToCharge(
      tx,
      found.map(({ id }) => id),
    );
    const wanted = payments
      .map(({ id, scheme, createdAt }) => ({ id, agreement: book.on({ terminalId, scheme, at: createdAt }) }))
      .filter(({ agreement }) => agreement.bankId !== '0');
    count += await chargeAgain(tx, at, wanted, (_, { bankId }) => ({
      fact: 'payments.bankNamed',
      params: { bankName: bankNames.get(bankId ?? '') ?? '' },
    }));
    after = found.at(-1)?.id ?? after;
    more = found.length === paymentsAtOnce;
  }
  const cause = { kind: 'placed', tid } as const;
  if (count > 0) await judgeTouched(tx, { merchantId, cause, touch: { kind: 'terminal', terminalId } });
  return count;
}

/** Rows that say of a terminal and these schemes with which bank it is, whenever. */
function saidOf(places: readonly PlaceRow[], terminalId: string, scheme: string | null): readonly PlaceRow[] {
  const own = places.filter((each) => each.terminalId === terminalId);
  return scheme === null
    ? own.filter((each) => each.scheme === null)
    : own.filter((each) => each.scheme === null || each.scheme === scheme);
}

/**
 * Says with which bank a terminal is from a day on. Without a day: since ever, where nobody had said so; its payments
 * that nobody owes are owed by that bank from then on.
 * @throws Failure 'notFound'; 'conflict': 'dayBegun', 'placedBefore', 'tooMany'
 */
export const placeTerminal = (
  { db, clock }: BanksDeps,
  by: Member,
  bankId: string,
  { terminalId, scheme, validFrom }: RouteInput<typeof placeRoute>['body'],
): Promise<{ expectedNow: number }> =>
  inTenant(db, by.merchantId, async (tx) => {
    const banks = await lockBanks(tx);
    const bank = bankIn(banks, bankId);
    const terminal = await selectTerminal(tx, terminalId);
    if (!terminal) throw notFound();
    const at = clock.now();
    const said = saidOf(await selectPlaces(tx), terminalId, scheme);
    if (validFrom !== null) assertNotBegun(validFrom, at);
    else if (said.length > 0) throw refused('placedBefore');
    if (said.length >= datedMax) throw refused('tooMany');
    await insertTerminalBank(tx, by.merchantId, {
      terminalId,
      bankId,
      ...(scheme !== null && { scheme }),
      ...(validFrom !== null && { validFrom }),
    });
    const names = new Map(banks.map(({ id, nameEn }) => [id, nameEn]));
    const { merchantId } = by;
    const placed = { merchantId, id: terminalId, tid: terminal.tid };
    const expectedNow = validFrom === null ? await expectOfItsBank(tx, at, placed, names) : 0;
    if (validFrom === null) {
      const payload = { merchantId, terminalId };
      await enqueue(tx, expectStragglersJob, payload, { afterMs: stragglersAfterMs });
    }
    await happened(tx, by, {
      fact: 'banks.terminalPlaced',
      at,
      about: { type: 'bank', id: bankId },
      params: { bankName: bank.nameEn, tid: terminal.tid, scheme, validFrom, expectedNow },
    });
    return { expectedNow };
  });

/** Payments that were being approved in the very moment in which their terminal was placed. */
export const expectStragglers = (
  { db, clock }: BanksDeps,
  { merchantId, terminalId }: { merchantId: string; terminalId: string },
): Promise<number> =>
  inTenant(db, merchantId, async (tx) => {
    const banks = await lockBanks(tx);
    const names = new Map(banks.map(({ id, nameEn }) => [id, nameEn]));
    const terminal = await selectTerminal(tx, terminalId);
    if (!terminal) throw new Error(`the terminal ${terminalId} is not there`);
    return expectOfItsBank(tx, clock.now(), { merchantId, id: terminalId, tid: terminal.tid }, names);
  });
