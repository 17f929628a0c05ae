import { platformSettingsId } from '@mizan/contract/platform-settings.ts';
import { Suspense } from 'react';
import { PlatformSettingsScreen } from '../features/platform-settings/platform-settings-screen.tsx';
import { lazyPart } from '../platform/lazy-part.ts';

/** With it come the words of every fact: more than the rest of the screen. */
const ChangesOf = lazyPart(() => import('../features/audit/changes-of.tsx'));

/** What administrators set for the whole portal, with who changed what. */
export function PlatformSettingsPage() {
  return (
    <PlatformSettingsScreen
      changes={
        <Suspense fallback={null}>
          <ChangesOf type="platformSettings" id={platformSettingsId} heading="h2" />
        </Suspense>
      }
    />
  );
}
