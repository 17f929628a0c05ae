import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** Takes over a connection that asks to become a WebSocket. */
export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

const tables = new WeakMap<Server, Map<string, UpgradeHandler>>();

/**
 * Puts handlers on paths of one HTTP server. Features may call it one after the other: they share a single
 * 'upgrade' listener, which alone knows that a path is nobody's.
 */
export function attachUpgrades(server: Server, handlers: Readonly<Record<string, UpgradeHandler>>): void {
  const table = tables.get(server) ?? listen(server);
  for (const [path, handler] of Object.entries(handlers)) {
    if (table.has(path)) throw new Error(`two features want the sockets of ${path}`);
    table.set(path, handler);
  }
}

function listen(server: Server): Map<string, UpgradeHandler> {
  const table = new Map<string, UpgradeHandler>();
  tables.set(server, table);
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Without a listener a client that vanishes during the handshake would end the process.
    socket.on('error', () => socket.destroy());
    const handler = table.get(request.url?.split('?', 1)[0] ?? '');
    if (handler) handler(request, socket, head);
    else refuseUpgrade(socket, 404);
  });
  return table;
}

/** Answers a handshake with a status and no socket. */
export function refuseUpgrade(socket: Duplex, status: 400 | 401 | 403 | 404 | 426 | 503): void {
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    () => socket.destroy(),
  );
}
