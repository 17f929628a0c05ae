import { createServer } from 'node:http';

/**
 * The baseline of the list: a bare Node server that answers every request with the same bytes, as many as the
 * list's answer has. Run with the number of bytes; writes its port.
 */
const body = Buffer.alloc(Number(process.argv[2] ?? 1_000), 'x');
const server = createServer((_request, response) => {
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
  });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address && typeof address === 'object') console.log(address.port);
});
process.on('SIGTERM', () => process.exit(0));
