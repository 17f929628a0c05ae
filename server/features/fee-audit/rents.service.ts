import { addDays, startOfRiyadhDay } from '@mizan/contract/business-day.ts';
import type * as contract from '@mizan/contract/rents.ts';
import { type RentAudit, rentLimits } from '@mizan/contract/rents.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import { unknownBank } from '@mizan/contract/settlement.ts';
import { ownVat, vatOn } from '@mizan/contract/vat.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTenant, type Tx } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { vatRates } from '../../platform/settings/vat.ts';
import { agreementBook } from '../banks/agreement-book.ts';
import { namedBank } from '../banks/banks.service.ts';
import { isJudging, selectAuditBanks } from './audit.queries.ts';
import type { Span } from './audit.service.ts';
import {
  insertRent,
  selectChargedRents,
  selectClaimedRents,
  selectRents,
  selectRentTerminals,
} from './rents.queries.ts';
import { auditedRents } from './rents-book.ts';

/** Rents and monthly fees of terminals against what was agreed (docs/decisions/0119-rents-against-what-was-agreed.md). */
interface RentDeps {
  db: Database;
  clock: Clock;
}

export const listRents = ({ db }: RentDeps, by: Member): Promise<RouteOutput<typeof contract.listRents>> =>
  inTenant(db, by.merchantId, async (tx) => {
    const vat = await vatRates(tx);
    return {
      rows: (await selectRents(tx)).map(({ at, ...rent }) => ({
        ...rent,
        vatBps: rent.ownVatBps ?? vatOn(vat, firstOf(rent.validFrom)),
        at: at.toISOString(),
      })),
    };
  });

const firstOf = (month: string): string => `${month}-01`;

/** Says it from a month on, which may be past. The same said again adds nothing. @throws Failure 'notFound'; 'conflict': 'tooMany' */
export const addRent = (
  { db, clock }: RentDeps,
  by: Member,
  said: RouteInput<typeof contract.addRent>['body'],
): Promise<RouteOutput<typeof contract.addRent>> =>
  inTenant(db, by.merchantId, async (tx) => {
    const { bankId, kind, amountMinor, validFrom } = said;
    const vat = await vatRates(tx);
    const vatAt = (own: number | null): number => own ?? vatOn(vat, firstOf(validFrom));
    const ownVatBps = ownVat(vat, firstOf(validFrom), said.vatBps);
    const vatBps = vatAt(ownVatBps);
    const bank = await namedBank(tx, bankId);
    if (!bank) throw notFound();
    const rows = await selectRents(tx);
    const last = rows.findLast(
      (each) => each.bankId === bankId && each.kind === kind && each.validFrom === validFrom,
    );
    if (last?.amountMinor === amountMinor && last.ownVatBps === ownVatBps) return { rows: rows.length };
    if (rows.length >= rentLimits.rowsMax) throw new Failure('conflict', 'tooMany', { reason: 'tooMany' });
    const at = clock.now();
    await insertRent(tx, {
      bankId,
      kind,
      amountMinor,
      ownVatBps,
      validFrom,
      byId: by.userId,
      byName: by.fullName,
      at,
    });
    await happened(tx, by, {
      fact: 'banks.rentSet',
      at,
      about: { type: 'bank', id: bankId },
      params: { bankName: bank.nameEn, rentKind: kind, amountMinor, vatBps, validFrom },
      was: { amountMinor: last?.amountMinor ?? null, vatBps: last ? vatAt(last.ownVatBps) : null },
    });
    return { rows: rows.length + 1 };
  });

/** The whole months that a span touches. */
const wholeMonths = ({ from, to }: Span): Span => ({
  from: `${from.slice(0, 7)}-01`,
  to: addDays(`${addDays(`${to.slice(0, 7)}-01`, 31).slice(0, 7)}-01`, -1),
});

/** What is found in the months of a span. @throws Failure 'tooLarge' */
export async function rentsIn(tx: Tx, span: Span): Promise<RentAudit> {
  const { from, to } = wholeMonths(span);
  const { linesMax } = rentLimits;
  const [charged, agreed, vat, terminals, agreements, banks, isWorking, claimed] = await Promise.all([
    selectChargedRents(tx, from, to, linesMax + 1),
    selectRents(tx),
    vatRates(tx),
    selectRentTerminals(tx),
    agreementBook(tx),
    selectAuditBanks(tx),
    isJudging(tx),
    selectClaimedRents(tx, from, to),
  ]);
  if (charged.length > linesMax)
    throw new Failure('tooLarge', 'The span has more lines than one audit takes.', { linesMax });
  const bankOn = (terminalId: string, day: string): string | undefined =>
    agreements.on({ terminalId, scheme: 'Mada', at: startOfRiyadhDay(day) }).bankId;
  const rows = auditedRents(charged, { agreed, vat, terminals, bankOn }, claimed);
  const named = new Set(rows.map(({ bankId }) => bankId));
  return {
    from,
    to,
    banks: [...banks, { id: unknownBank, nameEn: '', nameAr: '' } as const]
      .filter(({ id }) => named.has(id))
      .map(({ id, nameEn, nameAr }) => ({ id, nameEn, nameAr })),
    rows,
    isWorking,
  };
}

export const rentAudit = (db: Database, { merchantId }: Member, span: Span): Promise<RentAudit> =>
  inTenant(db, merchantId, (tx) => rentsIn(tx, span));
