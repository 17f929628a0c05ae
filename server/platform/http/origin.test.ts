import { expect, test } from 'vitest';
import { hostNameOf, isLocalName, isOwnHost, isOwnOrigin } from './origin.ts';

const publicUrl = new URL('https://mizan.example');

test('host names lose their port, also in brackets', () => {
  expect(['LocalHost:80', '127.0.0.1', '[::1]:8080', 'a.sa:1'].map(hostNameOf)).toEqual([
    'localhost',
    '127.0.0.1',
    '[::1]',
    'a.sa',
  ]);
});

test('local names are this machine alone, and not what only begins like one', () => {
  expect(['localhost', 'a.localhost', '127.0.0.1', '127.9.9.9', '[::1]'].every(isLocalName)).toBe(true);
  const others = ['127.0.0.1.evil.sa', 'localhost.evil.sa', 'notlocalhost', '0.0.0.0', '10.0.0.1', ''];
  expect(others.some(isLocalName)).toBe(false);
});

test('without a public address only local hosts are served, with one that host too', () => {
  expect(isOwnHost('localhost:8080', null)).toBe(true);
  expect(isOwnHost('rebound.example', null)).toBe(false);
  expect(isOwnHost(undefined, null)).toBe(false);
  expect(isOwnHost('Mizan.example', publicUrl)).toBe(true);
  expect(isOwnHost('mizan.example:8443', publicUrl)).toBe(false);
});

test('an origin is own where it is the public one, or the very local host that was asked', () => {
  expect(isOwnOrigin(undefined, 'localhost:1', null)).toBe(true);
  expect(isOwnOrigin('http://localhost:8080', 'localhost:8080', null)).toBe(true);
  expect(isOwnOrigin('http://localhost:9999', 'localhost:8080', null)).toBe(false);
  expect(isOwnOrigin('null', 'localhost:8080', null)).toBe(false);
  for (const scheme of ['https', 'ws', 'ftp']) {
    expect(isOwnOrigin(`${scheme}://127.0.0.1:8080`, '127.0.0.1:8080', null)).toBe(false);
  }
  const behindTls = new URL('https://localhost:8443');
  expect(isOwnOrigin('https://localhost:8443', 'localhost:8443', behindTls)).toBe(true);
  expect(isOwnOrigin('https://localhost:8080', 'localhost:8080', behindTls)).toBe(false);
  expect(isOwnOrigin('https://mizan.example', 'mizan.example', publicUrl)).toBe(true);
  expect(isOwnOrigin('http://mizan.example', 'mizan.example', publicUrl)).toBe(false);
  expect(isOwnOrigin('https://evil.example', 'evil.example', publicUrl)).toBe(false);
});
