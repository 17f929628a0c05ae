import type { MerchantStatus } from '@mizan/contract/merchants.ts';
import type { ApplicationState } from '@mizan/contract/onboarding.ts';
import { type Icon, IconBan, IconCheck, IconClock, IconLock, IconPencil, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type Tone, ToneBadge } from '../../ui/tone-badge.tsx';

type Look = readonly [Tone, Icon];
const merchantLooks: Readonly<Record<MerchantStatus, Look>> = {
  PENDING: ['wait', IconClock],
  ACTIVE: ['ok', IconCheck],
  REJECTED: ['danger', IconX],
  SUSPENDED: ['neutral', IconBan],
  CLOSED: ['neutral', IconLock],
};
const applicationLooks: Readonly<Record<ApplicationState, readonly [Tone, Icon, string]>> = {
  PENDING: ['wait', IconClock, 'onboarding:status.pending'],
  CORRECTION: ['progress', IconPencil, 'onboarding:status.correction'],
  APPROVED: ['ok', IconCheck, 'onboarding:status.approved'],
  REJECTED: ['danger', IconX, 'onboarding:status.rejected'],
};

/** How far an application is, in a word. */
export const applicationKey = (state: ApplicationState): string => applicationLooks[state][2];

const iconOf = (LookIcon: Icon) => <LookIcon size={14} stroke={2} aria-hidden="true" />;

/** Whether a merchant may work. */
export function MerchantBadge({ status }: { status: MerchantStatus }) {
  const { t } = useTranslation('merchants');
  const [tone, icon] = merchantLooks[status];
  return (
    <ToneBadge tone={tone} icon={iconOf(icon)} quiet={tone === 'ok'} title={status}>
      {t(`merchants:status.${status}`)}
    </ToneBadge>
  );
}

/** How far an application is. */
export function ApplicationBadge({ state }: { state: ApplicationState }) {
  const { t } = useTranslation('onboarding');
  const [tone, icon, key] = applicationLooks[state];
  return (
    <ToneBadge tone={tone} icon={iconOf(icon)} quiet={tone === 'ok'} title={state}>
      {t(key)}
    </ToneBadge>
  );
}
