/** A drawer, a dialog over it, a menu in that: so many places back the focus finds its way. */
const placesMax = 8;
/** Whoever leads it on does so within this time: a dialog that closes, a list whose row went. */
const othersFirstMs = 60;
const takesFocus = 'a[href], button, input, select, textarea, summary, label, [tabindex]';
const headings = 'h1, h2, h3';
const around = 'section, aside, form, main, [role="dialog"]';

/** An element and what it stands in, from the inside out. */
type Place = readonly Element[];

function placeOf(element: Element): Place {
  const place: Element[] = [];
  for (let each: Element | null = element; each && each !== document.body; each = each.parentElement)
    place.push(each);
  return place;
}

function focusOn(element: HTMLElement): boolean {
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}

/** The heading of the nearest part that is still there: it is read out, and Tab goes on from it. */
function focusPart(place: Place): boolean {
  const parts = place.filter((each) => each.isConnected && each.matches(around));
  return parts.some((part) => {
    const heading = [...part.querySelectorAll<HTMLElement>(headings)].find((each) => each.checkVisibility());
    if (!heading) return false;
    if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
    return focusOn(heading);
  });
}

const isLost = ([place]: readonly Place[]): boolean =>
  document.activeElement === document.body && place?.[0]?.isConnected === false;

/**
 * What has the focus may go: a button whose command is done, a row that was removed, a dialog whose opener went with what it did.
 * The browser then begins again at the top of the page; this leads to the heading of what it stood in. A press on bare ground
 * lets go of the focus, and is left alone. Answers the way to stop.
 */
export function keepFocus(): () => void {
  let places: readonly Place[] = [];
  let isLetGo = false;
  let waiting: ReturnType<typeof setTimeout> | undefined;

  function find(): void {
    waiting = undefined;
    if (!isLost(places)) return;
    places.some((place) => {
      const [own] = place;
      return (own instanceof HTMLElement && own.isConnected && focusOn(own)) || focusPart(place);
    });
  }
  function onFocus({ target }: FocusEvent): void {
    isLetGo = false;
    if (target instanceof Element) places = [placeOf(target), ...places].slice(0, placesMax);
  }
  function onPress({ target }: PointerEvent): void {
    isLetGo = target instanceof Element && target.closest(takesFocus) === null;
  }
  const watching = new MutationObserver(() => {
    if (!isLetGo && waiting === undefined && isLost(places)) waiting = setTimeout(find, othersFirstMs);
  });
  document.addEventListener('focusin', onFocus);
  document.addEventListener('pointerdown', onPress, true);
  watching.observe(document.body, { childList: true, subtree: true });
  return () => {
    clearTimeout(waiting);
    watching.disconnect();
    document.removeEventListener('focusin', onFocus);
    document.removeEventListener('pointerdown', onPress, true);
  };
}
