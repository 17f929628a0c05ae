import { QueryClientProvider } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { queryClient } from '../../platform/query-client.ts';
import { CorrectionPanel } from './correction-panel.tsx';
import { Wizard } from './wizard.tsx';

/** Merchant onboarding: the wizard, or by a mail's link the fields that are to be corrected. */
export function OnboardingPage() {
  const { correction } = useSearch({ strict: false }) as Record<string, unknown>;
  return (
    <QueryClientProvider client={queryClient}>
      {typeof correction === 'string' ? <CorrectionPanel token={correction} /> : <Wizard />}
    </QueryClientProvider>
  );
}
