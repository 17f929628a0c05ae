import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Networks that no webhook goes to: private, of one machine, shared, reserved, and what carries one of these in it. */
const closed = new BlockList();
const closed4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/** Of IPv6 only what is given out for the internet is open, without the parts of it that carry an IPv4 address. */
const open6 = new BlockList();
open6.addSubnet('2000::', 3, 'ipv6');
const closed6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];
for (const [list, family] of [
  [closed4, 'ipv4'],
  [closed6, 'ipv6'],
] as const) {
  for (const network of list) {
    const [address = '', bits = ''] = network.split('/');
    closed.addSubnet(address, Number(bits), family);
  }
}

/** Whether an IP address is one of the internet at large. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !closed.check(address, 'ipv4');
  return version === 6 && open6.check(address, 'ipv6') && !closed.check(address, 'ipv6');
}

/** The name or the address leads into a network that nothing of ours is sent to. */
export class ClosedNetwork extends Error {
  constructor() {
    super('the address is in a network that no webhook goes to');
    this.name = 'ClosedNetwork';
  }
}

export type IsReachable = (address: string) => boolean;

/** Whether an IP address is this very machine's. */
const isOwnMachine = (address: string): boolean =>
  address === '::1' || (isIP(address) === 4 && address.startsWith('127.'));

/**
 * Where webhooks may go: the internet, and in the demo this machine too, so that a receiver can be tried without one on
 * the internet (docs/decisions/0454-webhooks-to-the-own-machine.md).
 */
export const webhookReach = ({ demo }: { demo: boolean }): IsReachable =>
  demo ? (address) => isPublicAddress(address) || isOwnMachine(address) : isPublicAddress;

/**
 * A look-up for sockets that answers a name only where every address of it may be reached. What was looked up is what is
 * connected to, so that a name that changes meanwhile leads nowhere else.
 */
export const guardedLookup =
  (isReachable: IsReachable): LookupFunction =>
  (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '', 0);
      const [first] = found;
      if (!first || !found.every(({ address }) => isReachable(address))) {
        return done(new ClosedNetwork(), '', 0);
      }
      if (options.all) return (done as unknown as (e: null, all: typeof found) => void)(null, found);
      return done(null, first.address, first.family);
    });
  };
