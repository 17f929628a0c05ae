import { Suspense } from 'react';
import { ModelsScreen } from '../features/models/models-screen.tsx';
import { lazyPart } from '../platform/lazy-part.ts';

/** With it come the words of every fact: more than the rest of the screen. */
const ChangesOf = lazyPart(() => import('../features/audit/changes-of.tsx'));

const changesOf = (type: 'brand' | 'model', id: string) => (
  <Suspense fallback={null}>
    <ChangesOf key={id} type={type} id={id} />
  </Suspense>
);

/** Brands, models and the packages that fit them, with who changed what. */
export function ModelsPage() {
  return <ModelsScreen changesOf={changesOf} />;
}
