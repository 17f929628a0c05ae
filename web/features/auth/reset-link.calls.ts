import { checkResetLink } from '@mizan/contract/auth-links.ts';
import { useEffect, useState } from 'react';
import { call, isApiError } from '../../platform/api-client.ts';

/**
 * Whether a link to set a password turns out to be over, said before anybody has thought of one. As long as nobody knows, the
 * form stands: a line that is slow or lost keeps nobody from it, and sending it says the same.
 */
export function useIsOver(token: string | null): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    if (token === null) return;
    let left = false;
    call(checkResetLink, { body: { token } }).catch((error: unknown) => {
      if (!left && isApiError(error) && error.code === 'invalidToken') setIsOver(true);
    });
    return () => {
      left = true;
    };
  }, [token]);
  return isOver;
}
