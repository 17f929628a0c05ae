import { paths } from '@mizan/contract/paths.ts';
import { startPayment } from '@mizan/contract/payments.ts';
import { canTakePayment } from '@mizan/contract/terminals.ts';
import { IconArrowsExchange, IconPlus, IconScale, IconSearch } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../platform/formats.ts';
import { language } from '../../platform/language.ts';
import { mayOpen } from '../../platform/screen-access.ts';
import type { Session } from '../../platform/session.store.ts';
import { useMay } from '../../platform/use-may.ts';
import { type Found, foundMax, takenDays, useFound, useTaken } from './palette.queries.ts';
import { Palette, type PaletteProps, useAsked } from './palette.tsx';
import { type Kind, kinds, type MerchantKind, wordsOf } from './palette-find.ts';
import { foundActs, foundPages } from './palette-pages.ts';
import {
  amongAll,
  Beside,
  type FoundSections,
  iconLook,
  type KindCount,
  pageRows,
  placeRow,
  type Row,
  type Said,
  type Section,
} from './palette-parts.tsx';
import { bankFileRow, branchRow, personRow, terminalRow, transactionRow } from './palette-rows.tsx';
import { useSignedIn } from './session-frame.tsx';

/** The one branch, or else the one terminal, that a text can only mean. */
function subjectOf({ branches, terminals }: Found) {
  const [branch] = branches?.rows ?? [];
  if (branches?.total === 1 && branch) {
    const here = terminals?.filter(({ branchId }) => branchId === branch.id) ?? [];
    return {
      name: language === 'en' ? branch.nameEn : branch.nameAr,
      of: { branchId: [branch.id] },
      payable: here.find(canTakePayment),
    };
  }
  const [terminal] = terminals ?? [];
  if (terminals?.length !== 1 || !terminal) return null;
  return {
    name: terminal.tid,
    of: { terminalId: [terminal.id] },
    payable: canTakePayment(terminal) ? terminal : undefined,
    terminal,
  };
}
type Subject = ReturnType<typeof subjectOf>;

/** What can be done with what was found; each leads to its own screen. */
function subjectRows(
  subject: Subject,
  count: number | undefined,
  { t }: Said,
  may: { pay: boolean; reconcile: boolean },
): Row[] {
  if (!subject) return [];
  const { name, of, payable, terminal } = subject;
  return [
    {
      id: 'taken',
      to: paths.transactions,
      search: of,
      icon: <IconArrowsExchange {...iconLook} />,
      content: (
        <>
          {t('palette:subject.transactions', { name })}
          <Beside>{t('palette:subject.days', { count: takenDays })}</Beside>
        </>
      ),
      end: count === undefined ? undefined : formatNumber(count),
    },
    ...(may.pay && payable
      ? [
          {
            id: 'pay',
            to: paths.terminals,
            search: { pay: payable.id },
            icon: <IconPlus {...iconLook} />,
            content: t('palette:subject.pay', { name }),
          },
        ]
      : []),
    ...(may.reconcile && terminal
      ? [
          {
            id: 'reconcile',
            to: paths.reconciliation,
            search: { terminal: terminal.id },
            icon: <IconScale {...iconLook} />,
            content: t('palette:subject.reconcile', { name }),
          },
        ]
      : []),
  ];
}

/** Always there for a text, so that Enter leads somewhere also where nothing is found. */
const searchRow = (text: string, t: TFunction): Row => ({
  id: 'search',
  to: paths.transactions,
  search: { search: text },
  icon: <IconSearch {...iconLook} />,
  content: t('palette:subject.search', { text }),
});

const countsOf = (found: Found, taken: number | undefined, pages: number): KindCount[] => {
  const files = found.bankFiles;
  const searched = found.transactionCount;
  const of: Readonly<Record<MerchantKind, { count: number; isMore?: boolean }>> = {
    branches: { count: found.branches?.total ?? 0 },
    terminals: { count: found.terminals?.length ?? 0 },
    people: { count: found.people?.total ?? 0 },
    // A name finds no payment by itself, but those of the branch or the terminal that it means.
    transactions: searched?.count
      ? { count: searched.count, isMore: searched.atLeast }
      : { count: taken ?? 0 },
    bankFiles: { count: files?.rows.length ?? 0, isMore: Boolean(files?.nextCursor) },
    pages: { count: pages },
  };
  const shown: Readonly<Record<MerchantKind, boolean>> = {
    branches: found.may.people,
    people: found.may.people,
    terminals: found.may.terminals,
    bankFiles: found.may.bankFiles,
    transactions: true,
    pages: true,
  };
  return kinds
    .filter((kind) => shown[kind])
    .map((kind) => ({ kind, count: of[kind].count, isMore: of[kind].isMore ?? false }));
};

/** What the palette shows for a text: how many of each kind, and the rows of the kind that is chosen or of all. */
function useSections(text: string, visitor: Session, only: Kind | 'all'): FoundSections {
  const { t } = useTranslation(['palette', 'management', 'shell']);
  const found = useFound(text);
  const subject = subjectOf(found);
  const taken = useTaken(subject?.of ?? null);
  const mayPay = useMay(startPayment) && mayOpen('terminals', visitor);
  const mayReconcile = mayOpen('reconciliation', visitor);
  const words = wordsOf(text);
  const said: Said = { t, words };
  const pages = pageRows('merchant', foundPages(words, visitor, t), visitor);
  const isOwn = !mayOpen('terminalDetail', visitor);
  const ofSubject = subjectRows(subject, taken, said, { pay: mayPay, reconcile: mayReconcile });
  const acts = foundActs(words, visitor, t).map((act) => placeRow(act, <IconPlus {...iconLook} />));
  const rows: Readonly<Record<MerchantKind, readonly Row[]>> = {
    branches: found.branches?.rows.map((row) => branchRow(row, said)) ?? [],
    terminals:
      found.terminals?.slice(0, foundMax).map((row) => terminalRow(row, said, { isOwn, now: found.now })) ??
      [],
    people: found.people?.rows.map((row) => personRow(row, said)) ?? [],
    transactions: found.transactions?.map((row) => transactionRow(row, text)) ?? [],
    bankFiles: found.bankFiles?.rows.map((row) => bankFileRow(row, said)) ?? [],
    pages,
  };
  const doing = [...ofSubject, ...acts, ...(text === '' ? [] : [searchRow(text, t)])];
  const sections: Section[] =
    only === 'all'
      ? [
          ...kinds.map((id) => ({
            id,
            rows: id === 'pages' && !words.length ? pages : rows[id].slice(0, amongAll),
          })),
          { id: 'acts', rows: doing },
        ]
      : [
          { id: only, rows: rows[only as MerchantKind] },
          ...(only === 'transactions'
            ? [{ id: 'acts' as const, rows: doing.filter(({ id }) => id === 'taken' || id === 'search') }]
            : []),
        ];
  return {
    counts: countsOf(found, taken, pages.length),
    sections: sections.filter((section) => section.rows.length > 0),
    isSettled: found.isSettled,
    isPartial: found.isPartial,
  };
}

/** Pages, payments, terminals, branches, people and bank files, for the people of a merchant. */
export default function MerchantPalette(props: PaletteProps) {
  const { t } = useTranslation('palette');
  const asked = useAsked();
  const found = useSections(asked.text, useSignedIn(), asked.kind);
  return <Palette {...props} asked={asked} found={found} placeholder={t('palette:placeholder')} />;
}
