import { isIPv4, isIPv6 } from 'node:net';

/** Of an IPv6 address this much is given to one customer; the rest is theirs to change with every call. */
const blockGroups = 4;
const groups = 8;
const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * What an address is counted as: an IPv4 address as it is, however it is written; of an IPv6 address the first
 * 64 bits, because one subscriber has all that begin so.
 */
export function addressBlock(address: string): string {
  const plain = address.trim().split('%', 1)[0] ?? '';
  const ipv4 = mappedIpv4.exec(plain)?.[1] ?? plain;
  if (isIPv4(ipv4) || !isIPv6(plain)) return ipv4.toLowerCase();
  // The URL parser writes every spelling of an address in one way, IPv4 at its end included.
  const written = new URL(`http://[${plain}]`).hostname.slice(1, -1);
  const [head = '', tail] = written.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array<string>(tail === undefined ? 0 : groups - before.length - after.length).fill('0');
  return `${[...before, ...zeros, ...after].slice(0, blockGroups).join(':')}::/64`;
}
