/**
 * How this browser shows the portal: language, colours, digits. A choice stands in local storage and in a cookie,
 * because the session-alive rule may clear the former. Where the page is https no neighbouring host can plant the
 * cookie, by its prefix. index.html reads the same two places before the first paint.
 */
type Choice = 'lng' | 'color-scheme' | 'preferences';

const lifetimeSeconds = 365 * 24 * 60 * 60;
const isSecure = location.protocol === 'https:';
const cookieName = (choice: Choice): string => (isSecure ? `__Host-${choice}` : choice);

/** A cookie that is not ours may hold anything: at localhost every port shares them. */
function decoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}

/** The text that was kept of a choice; undefined where none was. */
export function readChoice(choice: Choice): string | undefined {
  const kept = localStorage.getItem(choice);
  if (kept !== null) return kept;
  const start = `${cookieName(choice)}=`;
  const cookie = document.cookie.split('; ').find((each) => each.startsWith(start));
  return cookie && decoded(cookie.slice(start.length));
}

/** Keeps a choice in both places. */
export function keepChoice(choice: Choice, text: string): void {
  localStorage.setItem(choice, text);
  const attributes = `Path=/; Max-Age=${lifetimeSeconds}; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  document.cookie = `${cookieName(choice)}=${encodeURIComponent(text)}; ${attributes}`;
}
