import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

/** With a public address the portal stands behind a proxy of the same private network, unless it is named. */
const privateAddresses = ['loopback', 'linklocal', 'uniquelocal'];

interface ProxySettings {
  publicUrl: URL | null;
  /** Addresses and networks whose X-Forwarded-For is believed; null or absent: any private one. */
  trustedProxies?: readonly string[] | null | undefined;
}

/** Whose X-Forwarded-For is believed: nobody's without a public address. */
export const believedProxies = ({ publicUrl, trustedProxies }: ProxySettings): string[] =>
  publicUrl ? [...(trustedProxies ?? privateAddresses)] : [];

/**
 * The address of who asks, for what comes past Fastify: the handshakes of sockets. The same as its `request.ip`; empty
 * for who is gone already.
 */
export function callerAddress(settings: ProxySettings): (request: IncomingMessage) => string {
  const isBelieved = proxyAddr.compile(believedProxies(settings));
  return (request) => (request.socket.remoteAddress === undefined ? '' : proxyAddr(request, isBelieved));
}
