import { getSession } from '@mizan/contract/auth.ts';
import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { language } from '../../platform/language.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { routeQuery } from '../../platform/query-client.ts';
import { FreshSignIn } from './fresh-sign-in.tsx';
import { entriesOf, type Place } from './menu-entries.tsx';
import { PaymentResults } from './payment-results.tsx';
import { SessionFrame, useSignedIn } from './session-frame.tsx';
import { ShellFrame } from './shell-frame.tsx';

// Loaded behind all else: it registers the worker of this browser.
const UpdateNotice = lazyPart(async () => ({ default: (await import('./update-notice.tsx')).UpdateNotice }));

/** The merchant's shell: menu by role, header, live channel, and the pop-up of every payment's result. */
export function MerchantShell() {
  return (
    <SessionFrame>
      <MerchantFrame />
      <PaymentResults />
      <Suspense>
        <UpdateNotice />
      </Suspense>
      <FreshSignIn />
    </SessionFrame>
  );
}

function MerchantFrame() {
  const visitor = useSignedIn();
  const entries = useMemo(() => entriesOf('merchant', visitor), [visitor]);
  return (
    <ShellFrame entries={entries} place={useWorkplace()} search="merchant">
      <LookingOnBanner />
      <Outlet />
    </ShellFrame>
  );
}

/** Loads for whoever looks on as somebody else. */
const LookingOn = lazyPart(() => import('./looking-on.tsx'));

function LookingOnBanner() {
  const { data } = useQuery(routeQuery(getSession, {}));
  if (!data?.lookingOn) return null;
  return (
    <Suspense fallback={null}>
      <LookingOn person={data.fullName} until={data.lookingOn.until} />
    </Suspense>
  );
}

/** The merchant's name, and the number of branches or, for a cashier, the branch. */
function useWorkplace(): Place | undefined {
  const { t } = useTranslation('units');
  const { data } = useQuery(routeQuery(getSession, {}));
  if (!data?.merchant) return undefined;
  const nameOf = (named: { nameEn: string; nameAr: string }) =>
    language === 'en' ? named.nameEn : named.nameAr;
  const detail = data.branch ? nameOf(data.branch) : t('units:branch', { count: data.merchant.branchCount });
  return { name: nameOf(data.merchant), detail, logoVersion: data.merchant.logoVersion };
}
