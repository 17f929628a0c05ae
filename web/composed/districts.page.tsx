import { Suspense } from 'react';
import { DistrictsScreen } from '../features/districts/districts-screen.tsx';
import { lazyPart } from '../platform/lazy-part.ts';

/** With it come the words of every fact: more than the rest of the screen. */
const ChangesOf = lazyPart(() => import('../features/audit/changes-of.tsx'));

const changesOf = (id: string) => (
  <Suspense fallback={null}>
    <ChangesOf key={id} type="place" id={id} />
  </Suspense>
);

/** Regions, cities and districts, with who changed each. */
export function DistrictsPage() {
  return <DistrictsScreen changesOf={changesOf} />;
}
