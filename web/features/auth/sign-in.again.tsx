import { Modal } from '@mantine/core';
import { getSession } from '@mizan/contract/auth.ts';
import { useTranslation } from 'react-i18next';
import { paths } from '../../paths.ts';
import { call } from '../../platform/api.client.ts';
import { queryClient, routeQuery } from '../../platform/query.client.ts';
import { readSession, releasePage, type Session, takeEndedFlag } from '../../platform/session.store.ts';
import type { SignInAgainProps } from '../../platform/sign-in-again.ts';
import classes from './auth.panel.module.css';
import { SignInPanels } from './sign-in.panels.tsx';

/** Above everything that a page may have open. */
const zIndex = 1000;

/**
 * Whether who signed in is whose page this is. Cashiers have no e-mail and may share a name, so they are told apart
 * by what the page knows of its owner; where it knows nothing, it is taken for somebody else's.
 */
async function isOwner(owner: Session): Promise<boolean> {
  const next = readSession();
  if (next?.role !== owner.role) return false;
  if (owner.email !== '') return next.email === owner.email;
  const known = queryClient.getQueryData(routeQuery(getSession, {}).queryKey);
  return known !== undefined && (await call(getSession, {})).userId === known.userId;
}

/**
 * The sign-in over a page whose session has ended. What was typed in the page stays; what it shows is blurred until
 * its owner is back. Anybody else starts anew where their role starts, and finds nothing of it.
 */
export default function SignInAgain({ owner }: SignInAgainProps) {
  const { t } = useTranslation('auth');

  async function enter(): Promise<void> {
    takeEndedFlag();
    if (await isOwner(owner).catch(() => false)) {
      releasePage();
      await queryClient.invalidateQueries();
    } else {
      location.assign(readSession()?.role === 'ADMIN' ? paths.admin : paths.dashboard);
    }
  }

  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t('auth:session.ended')}
      size={440}
      zIndex={zIndex}
      overlayProps={{ blur: 12 }}
    >
      <p className={classes['lead']}>{t('auth:session.expiredHere')}</p>
      <SignInPanels owner={owner.email} onSignedIn={() => void enter()} />
    </Modal>
  );
}
