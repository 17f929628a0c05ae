import { useEffect } from 'react';

/** While something runs that must not be left by a slip of the thumb, a phone's bottom bar is gone (`shell-frame`). */
export function useQuietFrame(isQuiet: boolean): void {
  useEffect(() => {
    if (!isQuiet) return;
    const { dataset } = document.documentElement;
    dataset['quiet'] = '';
    return () => {
      delete dataset['quiet'];
    };
  }, [isQuiet]);
}
