import { Modal } from '@mantine/core';
import { getSession } from '@mizan/contract/auth.ts';
import { paths } from '@mizan/contract/paths.ts';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api-client.ts';
import { queryClient, routeQuery } from '../../platform/query-client.ts';
import { readSession, releasePage, type Session, takeEndedFlag } from '../../platform/session.store.ts';
import type { SignInAgainProps } from '../../platform/sign-in-again.ts';
import classes from './auth-panel.module.css';
import { SignInPanels } from './sign-in-panels.tsx';

/** Above everything that a page may have open. */
const zIndex = 1000;

/** What the page itself asked for while its session stood; nothing of it is kept anywhere. */
const knownOwner = () => queryClient.getQueryData(routeQuery(getSession, {}).queryKey);

/**
 * Whether who signed in is whose page this is. Cashiers have no e-mail and may share a name, so they are told apart
 * by what the page knows of its owner; where it knows nothing, it is taken for somebody else's.
 */
async function isOwner(owner: Session): Promise<boolean> {
  const next = readSession();
  if (next?.role !== owner.role) return false;
  if (owner.email !== '') return next.email === owner.email;
  const known = knownOwner();
  return known !== undefined && (await call(getSession, {})).userId === known.userId;
}

/** Fields whose words would be gone with the page; those of the sign-in itself are no loss. */
const typedFields = 'textarea, input:not([type=checkbox], [type=radio], [type=file], [type=hidden])';

function holdsText(signIn: HTMLElement | null): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(typedFields);
  return [...fields].some((field) => field.value !== '' && !signIn?.contains(field));
}

/**
 * Back and Forward leave the page where it is until its owner has signed in. A reload, or a step to another site,
 * can only be asked about by the browser: it is where something would be lost. Answers how to leave unasked.
 */
function useStandingPage(signIn: React.RefObject<HTMLElement | null>): () => void {
  const { history } = useRouter();
  const leaves = useRef(false);
  useEffect(
    () =>
      history.block({
        blockerFn: () => true,
        enableBeforeUnload: () => !leaves.current && holdsText(signIn.current),
      }),
    [history, signIn],
  );
  return () => {
    leaves.current = true;
  };
}

/**
 * The sign-in over a page whose session has ended. What was typed in the page stays; what it shows is blurred until
 * its owner is back. Anybody else starts anew where their role starts, and finds nothing of it.
 */
export default function SignInAgain({ owner }: SignInAgainProps) {
  const { t } = useTranslation('auth');
  const dialog = useRef<HTMLDivElement>(null);
  const leaveUnasked = useStandingPage(dialog);

  async function enter(): Promise<void> {
    takeEndedFlag();
    if (await isOwner(owner).catch(() => false)) {
      releasePage();
      await queryClient.invalidateQueries();
    } else {
      leaveUnasked();
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
      <div ref={dialog}>
        <p className={classes['lead']}>{t('auth:session.expiredHere')}</p>
        <SignInPanels owner={owner.email || (knownOwner()?.username ?? '')} onSignedIn={() => void enter()} />
      </div>
    </Modal>
  );
}
