/**
 * Which hosts and origins are the portal's own. Behind PUBLIC_URL that is its host; without it the portal
 * listens on loopback alone, and every other name in a Host header is somebody's DNS pointing here.
 */

/** The host name in a Host header or URL, without its port: 'localhost', '127.0.0.1', '[::1]'. */
export function hostNameOf(host: string): string {
  const name = host.startsWith('[') ? host.slice(0, host.indexOf(']') + 1) : (host.split(':', 1)[0] ?? '');
  return name.toLowerCase();
}

/** Whether a host name can only mean this machine. */
export function isLocalName(name: string): boolean {
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '[::1]' ||
    name === '::1' ||
    /^127(?:\.\d{1,3}){3}$/.test(name)
  );
}

/** A name or an address, and a port: whatever else stands in a Host header would end up in a page's policy. */
const hostShape = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** Whether a Host header is one that the portal answers to. */
export function isOwnHost(host: string | undefined, publicUrl: URL | null): boolean {
  if (host === undefined || !hostShape.test(host)) return false;
  return isLocalName(hostNameOf(host)) || host.toLowerCase() === publicUrl?.host;
}

/**
 * Whether a browser's Origin header is the portal's own: that of PUBLIC_URL, or the very host the request was
 * sent to where that one is local, over http: the portal itself speaks nothing else, so a page of https on the same
 * port is somebody else's. No header at all is no browser's cross-origin call and is fine.
 */
export function isOwnOrigin(
  origin: string | undefined,
  host: string | undefined,
  publicUrl: URL | null,
): boolean {
  if (origin === undefined) return true;
  if (origin === publicUrl?.origin) return true;
  if (!URL.canParse(origin) || host === undefined) return false;
  const { protocol, host: from } = new URL(origin);
  return isLocalName(hostNameOf(host)) && protocol === 'http:' && from === host.toLowerCase();
}
