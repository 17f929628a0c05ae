import { useEffect, useState } from 'react';

let isOver = false;

/**
 * False until the page's first paint is on the screen, then true for the rest of its life: a screen with much on
 * it draws its head and its one large figure first, and what takes long to draw right after it.
 */
export function useFirstPaintOver(): boolean {
  const [over, setOver] = useState(isOver);
  useEffect(() => {
    if (over) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The frame is drawn after its callbacks: what is asked for in one of them comes behind it.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => {
        isOver = true;
        setOver(true);
      });
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [over]);
  return over;
}
