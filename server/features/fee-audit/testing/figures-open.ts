import {
  type AuditLine,
  type AuditLineKind,
  type AuditRow,
  auditRateKey,
  type FeeAudit,
  getFeeAudit,
  listAuditLines,
} from '@mizan/contract/fee-audit.ts';
import type { RouteArgs, RouteOutput } from '@mizan/contract/route.ts';
import { expect } from 'vitest';
import type { BankWorld } from '../../reconciliation/testing/bank-world.ts';

interface Span {
  from: string;
  to: string;
}
type Page = RouteOutput<typeof listAuditLines>;
type Asked = Partial<RouteArgs<typeof listAuditLines>['query']> & Span;

export const auditOf = async ({ portal, token }: BankWorld, query: Span): Promise<FeeAudit> => {
  const answer = await portal.call(getFeeAudit, { query }, { token });
  expect(answer.statusCode).toBe(200);
  return answer.json<FeeAudit>();
};

/** Every page of the lines that a figure opens, three at a time, with the figure as each page says it. */
export async function openedLines({ portal, token }: BankWorld, asked: Asked): Promise<Page> {
  const rows: AuditLine[] = [];
  let cursor: string | undefined;
  for (;;) {
    const answer = await portal.call(
      listAuditLines,
      { query: { ...asked, limit: 3, ...(cursor && { cursor }) } },
      { token },
    );
    expect(answer.statusCode).toBe(200);
    const page = answer.json<Page>();
    rows.push(...page.rows);
    if (page.nextCursor === null) return { ...page, rows };
    cursor = page.nextCursor;
  }
}

const sum = (rows: readonly AuditLine[], of: (line: AuditLine) => number | null): number =>
  rows.reduce((total, line) => total + (of(line) ?? 0), 0);

/** What the rows themselves come to: nothing here is what the portal says of their sum. */
const added = ({ rows }: Page) => ({
  count: new Set(rows.map(({ transactionId }) => transactionId)).size,
  agreedMinor: sum(
    rows,
    ({ agreedFeeMinor, agreedVatMinor }) => (agreedFeeMinor ?? 0) + (agreedVatMinor ?? 0),
  ),
  chargedMinor: sum(rows, ({ chargedMinor }) => chargedMinor),
  differenceMinor: sum(rows, ({ differenceMinor }) => differenceMinor),
});

const figuresOf = (of: Pick<AuditRow, 'count' | 'agreedMinor' | 'chargedMinor'>) => ({
  count: of.count,
  agreedMinor: of.agreedMinor,
  chargedMinor: of.chargedMinor,
  differenceMinor: of.chargedMinor - of.agreedMinor,
});

/** That each number of the audit is what its opened rows add up to, and what the list says of them. */
export async function expectFiguresOpen(own: BankWorld, span: Span): Promise<FeeAudit> {
  const audit = await auditOf(own, span);
  const open = (asked: Omit<Asked, 'from' | 'to'>) => openedLines(own, { ...span, ...asked });
  for (const row of audit.rows) {
    const of = {
      bankId: row.bankId,
      scheme: row.scheme,
      currency: row.currency,
      rate: auditRateKey(row.rate),
    };
    const judged = await open({ ...of, side: 'judged' });
    expect(added(judged)).toEqual(figuresOf(row));
    expect(judged).toMatchObject(figuresOf(row));
    for (const cause of row.causes) {
      const lines = await open({ ...of, side: cause.side, cause: cause.key });
      expect(added(lines)).toMatchObject({ count: cause.count, differenceMinor: cause.differenceMinor });
      expect(sum(lines.rows, ({ claim }) => (claim ? 1 : 0))).toBe(cause.claimedCount);
    }
    const notJudged = await open({ ...of, side: 'notJudged' });
    expect(added(notJudged)).toMatchObject({ count: row.notJudgedCount, chargedMinor: row.notJudgedMinor });
    expect(notJudged).toMatchObject({ count: row.notJudgedCount, chargedMinor: row.notJudgedMinor });
    for (const [side, count] of [
      ['unsaid', row.unsaidCount],
      ['otherAmount', row.otherAmountCount],
    ] as const)
      expect([(await open({ ...of, side })).count, added(await open({ ...of, side })).count]).toEqual([
        count,
        count,
      ]);
  }
  for (const total of audit.totals) {
    const of = { currency: total.currency };
    expect(added(await open({ ...of, side: 'judged' }))).toEqual(figuresOf(total));
    const sides: [AuditLineKind, number, number][] = [
      ['over', total.overCount, total.overMinor],
      ['under', total.underCount, total.underMinor],
      ['rounding', total.roundingCount, total.roundingMinor],
    ];
    for (const [side, count, differenceMinor] of sides)
      expect(added(await open({ ...of, side }))).toMatchObject({ count, differenceMinor });
    const differing = total.overCount + total.underCount + total.roundingCount;
    expect((await open({ ...of, side: 'asAgreed' })).rows).toHaveLength(total.count - differing);
  }
  return audit;
}
