import { clientAddress } from './client-address';

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
])('%s counts as %s', (ip, expected) => {
  expect(clientAddress(ip)).toBe(expected);
});
