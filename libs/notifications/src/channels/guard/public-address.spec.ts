import * as fc from 'fast-check';
import { AddressGuard } from './address-guard';
import { isPublicAddress } from './public-address';

/** Networks that no public server is in, by their first and last IPv4 address. */
const PRIVATE_RANGES = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '239.255.255.255'],
  ['240.0.0.0', '255.255.255.255'],
] as const;

const numberOf = (address: string): number =>
  address.split('.').reduce((number, byte) => number * 256 + Number(byte), 0);
const bytesOf = (number: number): [number, number, number, number] => [
  Math.floor(number / 2 ** 24),
  Math.floor(number / 2 ** 16) % 256,
  Math.floor(number / 256) % 256,
  number % 256,
];

const privateNumber = fc
  .constantFrom(...PRIVATE_RANGES)
  .chain(([first, last]) => fc.integer({ min: numberOf(first), max: numberOf(last) }));

/** The ways in which `new URL` takes an IPv4 address. */
const NOTATIONS: ((number: number) => string)[] = [
  (number) => bytesOf(number).join('.'),
  (number) => `${bytesOf(number).join('.')}.`,
  (number) => String(number),
  (number) => `0x${number.toString(16)}`,
  (number) => `0X${number.toString(16).toUpperCase()}`,
  (number) => `0${number.toString(8)}`,
  (number) => `${bytesOf(number)[0]}.${number % 2 ** 24}`,
  (number) => `${bytesOf(number)[0]}.${bytesOf(number)[1]}.${number % 2 ** 16}`,
  (number) =>
    bytesOf(number)
      .map((byte) => `0x${byte.toString(16)}`)
      .join('.'),
  (number) =>
    bytesOf(number)
      .map((byte) => `0${byte.toString(8)}`)
      .join('.'),
  (number) =>
    bytesOf(number)
      .map((byte) => `%3${String(byte)[0] ?? ''}${String(byte).slice(1)}`)
      .join('.'),
  (number) => bytesOf(number).join('。'),
  (number) =>
    bytesOf(number)
      .map((byte) => String(byte).replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))))
      .join('．'),
];

const hex = (number: number): string => number.toString(16);
/** The ways in which an IPv6 address holds an IPv4 one. */
const HOLDERS: ((number: number) => string)[] = [
  (number) => `[::ffff:${bytesOf(number).join('.')}]`,
  (number) => `[::ffff:${hex(Math.floor(number / 2 ** 16))}:${hex(number % 2 ** 16)}]`,
  (number) => `[0:0:0:0:0:FFFF:${hex(Math.floor(number / 2 ** 16))}:${hex(number % 2 ** 16)}]`,
  (number) => `[::${bytesOf(number).join('.')}]`,
  (number) => `[64:ff9b::${bytesOf(number).join('.')}]`,
  (number) => `[64:ff9b:1::${bytesOf(number).join('.')}]`,
  (number) => `[2002:${hex(Math.floor(number / 2 ** 16))}:${hex(number % 2 ** 16)}::1]`,
  (number) => `[2001:0:1::${hex(Math.floor(number / 2 ** 16))}:${hex(number % 2 ** 16)}]`,
];

/** First 16 bits outside of 2000::/3. */
const outsideOfGlobal = fc.integer({ min: 0, max: 0xffff }).filter((group) => group >> 13 !== 1);
const groups = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 7, maxLength: 7 });

const NOBODY = new AddressGuard({ allowHosts: [], allowCidrs: [] });

describe('the guard', () => {
  it('rejects each private IPv4 address in each notation that an address of the web has', () => {
    fc.assert(
      fc.property(privateNumber, fc.constantFrom(...NOTATIONS, ...HOLDERS), (number, write) => {
        const text = `https://${write(number)}/`;
        // Some notations are no host for some numbers; what is none is requested by nobody.
        return !URL.canParse(text) || NOBODY.findRejection(new URL(text)) !== null;
      }),
      { numRuns: 3000 },
    );
  });

  it.each(NOTATIONS.map((write, index) => [index, write] as const))(
    'reads notation %i, so that the property tests something',
    (_index, write) => {
      expect(new URL(`https://${write(numberOf('10.1.2.3'))}/`).hostname).toBe('10.1.2.3');
      expect(NOBODY.findRejection(new URL(`https://${write(numberOf('93.184.215.14'))}/`))).toBeNull();
    },
  );

  it('rejects each IPv6 address outside of global unicast', () => {
    fc.assert(
      fc.property(outsideOfGlobal, groups, (first, rest) => {
        const address = [first, ...rest].map(hex).join(':');
        return !isPublicAddress(address) && NOBODY.findRejection(new URL(`https://[${address}]/`)) !== null;
      }),
      { numRuns: 2000 },
    );
  });

  it('lets networks of the list pass, in mapped form too, and no other', () => {
    const guard = new AddressGuard({ allowHosts: [], allowCidrs: ['192.168.7.0/24', 'fd00:7::/32', '10.9.9.9'] });
    for (const address of ['192.168.7.200', '::ffff:192.168.7.1', 'fd00:7::1', '10.9.9.9']) {
      expect(guard.allowsAddress(address)).toBe(true);
    }
    for (const address of [
      '192.168.8.1',
      '::ffff:192.168.8.1',
      'fd00:8::1',
      '10.9.9.8',
      'fe80::1%eth0',
      'no address',
    ]) {
      expect(guard.allowsAddress(address)).toBe(false);
    }
  });

  it('does not begin with a network that it can not read', () => {
    for (const cidr of ['192.168.0.0/33', '192.168.0/24', 'home', '10.0.0.0/x']) {
      expect(() => new AddressGuard({ allowHosts: [], allowCidrs: [cidr] })).toThrow();
    }
  });
});

describe('isPublicAddress', () => {
  it.each([
    '93.184.215.14',
    '1.1.1.1',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '223.255.255.255',
    '2606:4700::1111',
    '2a00:1450:4001::1',
  ])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    '::',
    '::1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'ff02::1',
    '100::1',
    '2001:db8::1',
    '3fff::1',
    '5f00::1',
    '192.88.99.1',
    '255.255.255.255',
    '',
    'example.com',
  ])('%j is not', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});
