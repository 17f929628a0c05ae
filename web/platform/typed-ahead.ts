/**
 * Who opens a form whose first field takes the focus, and knows it, types at once. What is typed between the click and
 * the field is kept, so that no digit of an amount is lost on the way to it.
 */
/** A form on a slow line may take this long to open. */
const patienceMs = 30_000;
const ofAmounts = /^[\d٠-٩۰-۹.,٫]$/;
const field = 'input, textarea, select, [contenteditable="true"]';

let typed = '';
let openedAtMs = Number.NEGATIVE_INFINITY;

/** Something was chosen: what is typed from now on may be meant for what it opens. */
function begin(): void {
  typed = '';
  openedAtMs = performance.now();
}

function keep(event: KeyboardEvent): void {
  if (event.key === 'Enter' || event.key === ' ') return begin();
  const isShortcut = event.ctrlKey || event.metaKey || event.altKey;
  if (isShortcut || (event.target instanceof Element && event.target.matches(field))) return;
  if (event.key === 'Backspace') typed = typed.slice(0, -1);
  else if (ofAmounts.test(event.key)) typed += event.key;
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

/** The form is there and its field has the focus: what was typed on the way to it. */
export function takeTyped(): string {
  const taken = performance.now() - openedAtMs < patienceMs ? typed : '';
  typed = '';
  return taken;
}
