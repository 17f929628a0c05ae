import type { NearRecord, SideRecord } from '@mizan/contract/exceptions.ts';
import type { ComparedField } from '@mizan/contract/reconciliation-terms.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { PaymentRecord } from './exception-near.queries.ts';
import { type Holder, selectHeldBeside, selectHolders } from './exception-taken.queries.ts';

/**
 * What comes near and has its other side already: of the same terminal and amount. It is shown so that a person sees where the money
 * went, and may not be chosen before that match is undone. Nobody judged these pairs: fields are compared as they stand.
 */

const takenMax = 3;

const fieldsOf = {
  terminal: (side: SideRecord) => side.tid,
  rrn: (side: SideRecord) => side.rrn,
  authCode: (side: SideRecord) => side.authCode,
  card: (side: SideRecord) => side.lastFour,
  date: (side: SideRecord) => side.day,
  amount: (side: SideRecord) => (side.amountMinor === null ? null : String(side.amountMinor)),
} as const satisfies Partial<Record<ComparedField, (side: SideRecord) => string | null>>;

/** Field by field; what one side does not say is neither the same nor another. */
function compared(own: SideRecord, near: SideRecord): Pick<NearRecord, 'agrees' | 'differs'> {
  const agrees: NearRecord['agrees'] = [];
  const differs: NearRecord['differs'] = [];
  for (const [field, of] of Object.entries(fieldsOf) as [keyof typeof fieldsOf, (typeof fieldsOf)['rrn']][]) {
    const [ours, theirs] = [of(own), of(near)];
    if (ours === null || theirs === null) continue;
    if (ours === theirs) agrees.push(field);
    else differs.push({ field, value: theirs });
  }
  return { agrees, differs };
}

function nearTaken(
  own: SideRecord,
  { id, isHeld: _isHeld, ...payment }: PaymentRecord,
  holder: Holder,
): NearRecord {
  // Of a line the other side is a payment; of a payment it is the line, told by the payment that has it.
  const isLine = own.line !== null;
  const side: SideRecord = {
    ...payment,
    transactionId: isLine ? id : null,
    bankFileId: isLine ? null : holder.bankFileId,
    line: isLine ? null : holder.line,
  };
  return {
    ...side,
    fileName: isLine ? null : holder.fileName,
    ...compared(own, side),
    isFree: false,
    takenBy: holder,
  };
}

/** The nearest that have each other already, without those that stand there as near. */
export async function takenNear(tx: Tx, own: SideRecord, near: readonly NearRecord[]): Promise<NearRecord[]> {
  const { tid, amountMinor, currency, day, transactionId: exceptId } = own;
  if (tid === null || amountMinor === null || day === null) return [];
  const beside = (await selectHeldBeside(tx, { tid, amountMinor, currency, day, exceptId }, takenMax)).filter(
    ({ id }) => !near.some(({ transactionId }) => transactionId === id),
  );
  if (beside.length === 0) return [];
  const holders = await selectHolders(
    tx,
    beside.map(({ id }) => id),
  );
  return beside.flatMap((payment) => {
    const holder = holders.find(({ transactionId }) => transactionId === payment.id);
    return holder ? [nearTaken(own, payment, holder)] : [];
  });
}

/** Says of what is near and not free which line has it. */
export async function withHolders(tx: Tx, near: readonly NearRecord[]): Promise<NearRecord[]> {
  const ids = near.flatMap(({ isFree, transactionId }) => (isFree ? [] : (transactionId ?? [])));
  if (ids.length === 0) return [...near];
  const holders = await selectHolders(tx, ids);
  return near.map((each) => ({
    ...each,
    takenBy:
      (!each.isFree && holders.find(({ transactionId }) => transactionId === each.transactionId)) || null,
  }));
}
