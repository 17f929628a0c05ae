/** Longer than the palette's code takes to come; then whoever types is not kept from the page any more. */
const heldMostMs = 5_000;

let held = '';

/**
 * Holds what is typed from when the palette is asked for: its code comes with its first opening, and the first letters
 * would go to the page below. Answers the way to stop; the field takes what is held when it has the focus.
 */
export function holdKeys(): () => void {
  held = '';
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (document.activeElement?.closest('[aria-modal="true"]')) return;
    if (event.key === 'Backspace') held = held.slice(0, -1);
    else if (event.key.length === 1) held += event.key;
    else if (event.key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('keydown', onKeyDown, true);
  const stop = (): void => removeEventListener('keydown', onKeyDown, true);
  const timer = setTimeout(stop, heldMostMs);
  return () => {
    clearTimeout(timer);
    stop();
    held = '';
  };
}

/** What was typed so far, once. */
export function takeHeld(): string {
  const taken = held;
  held = '';
  return taken;
}
