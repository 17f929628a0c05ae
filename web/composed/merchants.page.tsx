import { Suspense } from 'react';
import { MerchantsScreen } from '../features/merchants/merchants-screen.tsx';
import { lazyPart } from '../platform/lazy-part.ts';

/** With it come the words of every fact: more than the rest of the screen. */
const ChangesOf = lazyPart(() => import('../features/audit/changes-of.tsx'));

const changesOf = (id: string) => (
  <Suspense fallback={null}>
    <ChangesOf key={id} type="merchant" id={id} />
  </Suspense>
);

/** Merchants and applications, with what administrators did about each. */
export function MerchantsPage() {
  return <MerchantsScreen changesOf={changesOf} />;
}
