import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressBlock } from './address-block.ts';

test.each([
  ['10.1.2.3', '10.1.2.3'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['::FFFF:10.1.2.3', '10.1.2.3'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s is counted as %s', (address, block) => {
  expect(addressBlock(address)).toBe(block);
});

test('whatever the last 64 bits are, and however they are written, it is one address', () => {
  const group = fc.integer({ min: 0, max: 0xffff });
  const network = fc.tuple(fc.integer({ min: 0x2000, max: 0x3fff }), group, group, group);
  const host = fc.tuple(group, group, group, group);
  const written = (groups: readonly number[], padded: boolean) =>
    groups.map((each) => each.toString(16).padStart(padded ? 4 : 1, '0')).join(':');
  fc.assert(
    fc.property(network, host, host, fc.boolean(), (net, one, two, padded) => {
      const [first, second] = [written([...net, ...one], false), written([...net, ...two], padded)];
      expect(addressBlock(second.toUpperCase())).toBe(addressBlock(first));
    }),
  );
});
