import fc from 'fast-check';
import { parseSiteDomain } from './site-domain';

describe('parseSiteDomain', () => {
  it.each([
    ['example.com', 'example.com'],
    ['  HTTPS://User:Pass@WWW.Example.COM.:8443/a/b?c=d#e ', 'example.com'],
    ['//example.com/x', 'example.com'],
    ['ftp://files.example.co.uk/x', 'files.example.co.uk'],
    ['user@example.com', 'example.com'],
    ['example.com:80', 'example.com'],
    ['www.www.example.com', 'example.com'],
    ['www.com', 'www.com'],
    ['www.co.uk', 'www.co.uk'],
    ['blog.example.com', 'blog.example.com'],
    ['someone.github.io', 'someone.github.io'],
    ['my_shop.example.com', 'my_shop.example.com'],
    ['München.de', 'xn--mnchen-3ya.de'],
    ['例え。テスト.jp', 'xn--r8jz45g.xn--zckzah.jp'],
    ['http://ＥＸＡＭＰＬＥ.com', 'example.com'],
  ])('%s is %s', (given, expected) => {
    expect(parseSiteDomain(given)).toBe(expected);
  });

  it.each([
    '',
    ' ',
    'localhost',
    'com',
    'co.uk',
    'http://co.uk/',
    '公司.cn',
    'http://[::1]/',
    '[2001:db8::1]:80',
    '2001:db8::1',
    '192.0.2.1',
    'http://192.0.2.1:80/x',
    '0x7f.1',
    'exa mple.com',
    'example..com',
    '-a.com',
    `${'a'.repeat(64)}.com`,
    'http://',
    'a\u0000.com',
    'javascript:alert(1)',
    'xn--a.com'.replace('xn--a', 'xn--\u00ff'),
  ])('%j is none', (given) => {
    expect(parseSiteDomain(given)).toBeUndefined();
  });

  it('gives a domain that stands for itself, however it is dressed up', () => {
    fc.assert(
      fc.property(
        fc.domain(),
        fc.constantFrom('', 'www.', 'http://', 'https://a:b@www.'),
        fc.constantFrom('', ':81', '/p?q', '.'),
        (domain, front, back) => {
          const plain = parseSiteDomain(domain);
          if (plain === undefined) return;
          expect(parseSiteDomain(plain)).toBe(plain);
          expect(parseSiteDomain(`${front}${domain}${back}`)).toBe(plain);
        },
      ),
    );
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (given) => parseSiteDomain(given) !== ''));
  });
});
