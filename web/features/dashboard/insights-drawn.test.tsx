import { afterEach, describe, expect, test, vi } from 'vitest';
import { drawnIn, textOf } from '../../testing/drawn.tsx';
import type { Insights } from './insights.queries.ts';

/** What the reasons and the quiet branches say, and which payments they open: the list's own filters, read from the address. */
afterEach(() => void vi.unstubAllGlobals());

const days = { from: '2026-11-22', to: '2026-11-28' };
const quiet: Insights['quiet'] = [
  {
    branchId: '12',
    nameEn: 'Olaya',
    nameAr: 'العليا',
    day: '2026-11-28',
    until: '2026-11-28T15:00:00.000Z',
    count: 3,
    usualCount: 41,
    weeks: 7,
    terminalsAway: 2,
  },
];
const of = (part: Partial<Insights>): Insights => ({
  ...days,
  declinedCount: 0,
  reasons: [],
  comparison: null,
  noComparison: 'TOO_LONG',
  quiet: [],
  ...part,
});

interface Shown {
  text: string;
  links: { text: string; search: Record<string, unknown> }[];
}
async function shown(language: 'en' | 'ar', which: 'reasons' | 'quiet', insights: Insights): Promise<Shown> {
  const { html } = await drawnIn(language);
  const { PaymentsPlace } = await import('./payments-link.tsx');
  const { DeclineReasons } = await import('./decline-reasons.tsx');
  const { QuietBranches } = await import('./quiet-branches.tsx');
  const drawn = html(
    <PaymentsPlace value={{ ...days, branchId: ['11'] }}>
      {which === 'reasons' ? (
        <DeclineReasons insights={insights} />
      ) : (
        <QuietBranches quiet={insights.quiet} />
      )}
    </PaymentsPlace>,
  );
  const links = [...drawn.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(
    ([, to = '', inside = '']) => {
      const { pathname, searchParams } = new URL(textOf(to), 'http://portal.test');
      expect(pathname).toBe('/transactions');
      const search = [...searchParams].map(([name, value]) => [
        name,
        /^[["]/.test(value) ? JSON.parse(value) : value,
      ]);
      return { text: textOf(inside), search: Object.fromEntries(search) as Record<string, unknown> };
    },
  );
  return {
    text: textOf(drawn.replace(/<(?=\/|span)/g, ' <'))
      .replace(/\s+/g, ' ')
      .trim(),
    links,
  };
}

describe('why purchases were declined', () => {
  const reasons = ['A116', 'A117', 'A101', 'A106', 'P96', 'A100'].map((reason, index) => ({
    reason,
    count: 60 - index,
  }));
  const declined = of({ declinedCount: 345, reasons });
  const filter = {
    ...days,
    branchId: ['11'],
    type: ['PURCHASE', 'CASH_ADVANCE', 'COMPLETION'],
    status: ['DECLINED'],
  };

  test('each reason stands in words with what to do, and opens the payments it counts', async () => {
    const { text, links } = await shown('en', 'reasons', declined);
    expect(text).toContain('Insufficient funds Another card or a smaller amount may work. 60');
    expect(text).toContain('PIN Let the customer enter the PIN again, or take another card. 59');
    expect(text).toMatch(/56 Show all 6 reasons$/);
    expect(links).toEqual([
      { text: '345', search: filter },
      ...reasons
        .slice(0, 5)
        .map(({ reason, count }) => ({ text: `${count}`, search: { ...filter, reason } })),
    ]);
  });

  test('in Arabic', async () => {
    const { text } = await shown('ar', 'reasons', declined);
    expect(text).toContain('الرصيد غير كاف قد تنجح بطاقة أخرى أو مبلغ أقل. ٦٠');
    expect(text).toMatch(/عرض الأسباب كلها \(٦\)$/);
  });

  test('where none was, that is said and nothing opens', async () => {
    const { text, links } = await shown('en', 'reasons', of({}));
    expect([text, links]).toEqual(['Declined payments No purchase was declined in these days.', []]);
  });
});

describe('a branch that sells unusually little', () => {
  test('is named with what is usual, and opens its sales of that day until that hour', async () => {
    const { text, links } = await shown('en', 'quiet', of({ quiet }));
    const sentence = 'Olaya: usually 41 by 6:00 PM on Saturdays, today 3';
    expect(text).toBe(
      `Fewer sales than usual ${sentence} Approved payments. Usual is the middle of the 7 Saturdays with sales among the last 8. 2 terminals there are not connected: what they took may still come.`,
    );
    expect(links).toEqual([
      {
        text: sentence,
        search: {
          from: '2026-11-28',
          to: '2026-11-28',
          branchId: ['12'],
          type: ['PURCHASE', 'CASH_ADVANCE', 'COMPLETION'],
          status: ['APPROVED'],
          currency: ['SAR'],
          paidBefore: '2026-11-28T15:00:00.000Z',
        },
      },
    ]);
  });

  test('in Arabic', async () => {
    const { text } = await shown('ar', 'quiet', of({ quiet }));
    expect(text).toBe(
      'مبيعات أقل من المعتاد العليا: عدد العمليات اليوم حتى ٦:٠٠ م هو ٣، والمعتاد في أيام السبت ٤١ العمليات المقبولة. المعتاد هو وسيط أيام السبت التي فيها مبيعات: ٧ من آخر ٨. في الفرع جهازان غير متصلين، وقد تصل عملياتهما لاحقًا.',
    );
  });

  test('none of them, and nothing is said', async () => {
    expect((await shown('en', 'quiet', of({}))).text).toBe('');
  });

  test('nothing is said of lines where every terminal there is connected', async () => {
    const { text } = await shown(
      'en',
      'quiet',
      of({ quiet: quiet.map((each) => ({ ...each, terminalsAway: 0 })) }),
    );
    expect(text).toMatch(/among the last 8\.$/);
  });
});
