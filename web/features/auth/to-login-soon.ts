import { paths } from '@mizan/contract/paths.ts';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';

/** How long a success can be read before the page goes to the login by itself. */
const redirectMs = 5000;

/** Goes to the login, once `isDone` has been on the screen long enough to be read. */
export function useToLoginSoon(isDone: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => void navigate({ to: paths.login, replace: true }), redirectMs);
    return () => clearTimeout(timer);
  }, [isDone, navigate]);
}
