import { type ServerOptions, WebSocketServer } from 'ws';

/** A close that is not answered within this is a termination: it waits for nobody, whatever the reason. */
export const closeAnswerMs = 2_000;

/**
 * A server of WebSockets that come through `handleUpgrade`. The library's own limits on the pieces of a message are
 * made for clients one trusts, and its patience with those who do not answer a close is half a minute.
 */
export function socketServer(
  options: ServerOptions & Required<Pick<ServerOptions, 'maxPayload' | 'maxFragments' | 'maxBufferedChunks'>>,
): WebSocketServer {
  const withPatience = { ...options, noServer: true, perMessageDeflate: false, closeTimeout: closeAnswerMs };
  return new WebSocketServer(withPatience);
}
