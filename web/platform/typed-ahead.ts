/**
 * Who opens a form or the palette, whose field takes the focus, and knows it, types at once. What is typed on the way to
 * the field is kept for it, so that no letter of a search and no digit of an amount is lost.
 */
/** A form on a slow line may take this long to open. */
const patienceMs = 30_000;
/** Longer than the palette's code takes to come; then whoever types is not kept from the page any more. */
const heldMostMs = 5_000;
const field = 'input, textarea, select, [contenteditable="true"]';

let typed = '';
let openedAtMs = Number.NEGATIVE_INFINITY;
let isHolding = false;

/** Something was chosen: what is typed from now on may be meant for what it opens. */
function begin(): void {
  typed = '';
  openedAtMs = performance.now();
}

function keep(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const isHeld = isHolding && !document.activeElement?.closest('[aria-modal="true"]');
  if (!isHeld) {
    if (event.key === 'Enter' || event.key === ' ') return begin();
    if (event.target instanceof Element && event.target.matches(field)) return;
  }
  if (event.key === 'Backspace') typed = typed.slice(0, -1);
  else if (event.key.length === 1) typed += event.key;
  else if (event.key !== 'Enter') return;
  if (!isHeld) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Listens for as long as the shell stands. Answers the way to stop. */
export function followTyping(): () => void {
  addEventListener('pointerdown', begin, { capture: true });
  addEventListener('keydown', keep, { capture: true });
  return () => {
    removeEventListener('pointerdown', begin, { capture: true });
    removeEventListener('keydown', keep, { capture: true });
  };
}

/** What opens lies over the page, which would answer the first keys itself: it hears none of them. Answers the way to stop. */
export function holdTyping(): () => void {
  begin();
  isHolding = true;
  const release = (): void => {
    isHolding = false;
  };
  const timer = setTimeout(release, heldMostMs);
  return () => {
    clearTimeout(timer);
    release();
    typed = '';
  };
}

/** The field is there and has the focus: what was typed on the way to it, of what it takes. */
export function takeTyped(ofIts = /./u): string {
  const taken = performance.now() - openedAtMs < patienceMs ? typed : '';
  typed = '';
  return [...taken].filter((sign) => ofIts.test(sign)).join('');
}
