import { listBanks } from '@mizan/contract/banks.ts';
import { listAnswerDays } from '@mizan/contract/chargeback-days.ts';
import { listDiscounts } from '@mizan/contract/discounts.ts';
import { listRents } from '@mizan/contract/rents.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import { useQuery } from '@tanstack/react-query';
import { language } from '../../platform/language.ts';
import { queryClient, routeQuery } from '../../platform/query-client.ts';
import { readSearch } from './discounts.search.ts';

export type Discounts = RouteOutput<typeof listDiscounts>;
export type Agreed = RouteOutput<typeof listBanks>;

const askAgainMs = 2_000;
/** With VAT and the usual rates, which administrators set. */
const discountsQuery = routeQuery(listDiscounts, {}, { live: ['SET'] });
const banksQuery = routeQuery(listBanks, {});

/** Asks for what the screen shows while its code is still on its way. */
export const askFirst = (raw: Record<string, unknown>): Promise<unknown> =>
  readSearch(raw).view === 'banks'
    ? queryClient.prefetchQuery(banksQuery)
    : queryClient.prefetchQuery(discountsQuery);

/** Rates and corrections; while one is being worked through, how far it is. */
export const useDiscounts = () =>
  useQuery({
    ...discountsQuery,
    refetchInterval: ({ state }) =>
      state.data?.restatements.some((each) => each.state === 'APPROVED') ? askAgainMs : false,
  });

export const useBanks = () => useQuery(banksQuery);

export const useRents = () => useQuery(routeQuery(listRents, {}));

export const useAnswerDays = () => useQuery(routeQuery(listAnswerDays, {}));

/** What shows what was agreed with banks. */
export const changedByAgreement = [listDiscounts, listBanks];

export const nameOf = ({ nameEn, nameAr }: { nameEn: string; nameAr: string }): string =>
  language === 'en' ? nameEn : nameAr;
