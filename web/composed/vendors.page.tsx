import { Suspense } from 'react';
import { VendorsScreen } from '../features/vendors/vendors-screen.tsx';
import { lazyPart } from '../platform/lazy-part.ts';

/** With it come the words of every fact: more than the rest of the screen. */
const ChangesOf = lazyPart(() => import('../features/audit/changes-of.tsx'));

const changesOf = (id: string) => (
  <Suspense fallback={null}>
    <ChangesOf key={id} type="vendor" id={id} />
  </Suspense>
);

/** Vendors, with who changed each. */
export function VendorsPage() {
  return <VendorsScreen changesOf={changesOf} />;
}
