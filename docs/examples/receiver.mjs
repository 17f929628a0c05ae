// A receiver of webhooks in one file, with nothing but Node: it checks the signature, keeps the ids that it has seen,
// and answers. Run it as
//   SECRET=whsec_... PORT=9000 node docs/examples/receiver.mjs
// and name http://localhost:9000/hooks on the page 'API keys and webhooks'. FIRST=500 answers the first try of every
// message with 500, so that the next one is seen to come.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { SECRET, PORT = '9000', FIRST } = process.env;
const key = Buffer.from(SECRET.replace('whsec_', ''), 'base64');
const secondsMost = 300;
const tried = new Set();
const taken = new Set();

/** Whether the message is the portal's and of now: any of the signatures may fit, as a secret in change signs beside the new one. */
function isGenuine(headers, body) {
  const id = headers['webhook-id'];
  const at = headers['webhook-timestamp'];
  const signatures = headers['webhook-signature'] ?? '';
  if (!(Math.abs(Date.now() / 1000 - Number(at)) <= secondsMost)) return false;
  const expected = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest();
  return signatures.split(' ').some((each) => {
    const given = Buffer.from(each.replace('v1,', ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

function answerTo({ headers, body }) {
  if (!isGenuine(headers, body)) return [401, 'refused: the signature or the time is wrong'];
  const id = headers['webhook-id'];
  const { type, data } = JSON.parse(body);
  const what = `${type} ${data.about.type} ${data.about.id}`;
  if (taken.has(id)) return [200, `again, taken before: ${what}`];
  if (FIRST && !tried.has(id)) {
    tried.add(id);
    return [Number(FIRST), `put off: ${what}`];
  }
  taken.add(id);
  return [200, `taken: ${what}`];
}

async function take(request, response) {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  const [status, said] = answerTo({ headers: request.headers, body });
  response.writeHead(status, { 'content-type': 'text/plain' }).end(said);
  console.log(status, said);
}

const server = createServer((request, response) => void take(request, response));
server.listen(Number(PORT), 'localhost', () =>
  console.log(`listening on http://localhost:${server.address().port}/hooks`),
);
