import fc from 'fast-check';
import { classifyBareCode, readVendorCode } from './stock-code';

describe('stock codes', () => {
  it.each([
    ['600000', 'SSE', 'main'],
    ['601136', 'SSE', 'main'],
    ['603288', 'SSE', 'main'],
    ['605599', 'SSE', 'main'],
    ['688033', 'SSE', 'star'],
    ['689009', 'SSE', 'star'],
    ['000001', 'SZSE', 'main'],
    ['001979', 'SZSE', 'main'],
    ['002027', 'SZSE', 'main'],
    ['003816', 'SZSE', 'main'],
    ['300750', 'SZSE', 'chinext'],
    ['301269', 'SZSE', 'chinext'],
    ['302132', 'SZSE', 'chinext'],
    ['430047', 'BSE', 'bse'],
    ['836077', 'BSE', 'bse'],
    ['871981', 'BSE', 'bse'],
    ['920121', 'BSE', 'bse'],
  ])('map %s to a stock of %s, board %s', (code, exchange, board) => {
    expect(readVendorCode(code)).toEqual({ kind: 'stock', code, exchange, board });
  });

  it('depend on the exchange for 000001', () => {
    expect(readVendorCode('sh000001')?.kind).toBe('index');
    expect(readVendorCode('sz000001')).toEqual({ kind: 'stock', code: '000001', exchange: 'SZSE', board: 'main' });
    expect(readVendorCode('000001.SH')?.kind).toBe('index');
    expect(readVendorCode('000001.SZ')?.kind).toBe('stock');
  });

  it.each([
    ['sh000300', 'index'],
    ['sz399001', 'index'],
    ['bj899050', 'index'],
    ['sh510300', 'fund'],
    ['sz159915', 'fund'],
    ['sh113050', 'bond'],
    ['sz123001', 'bond'],
    ['sh900901', 'b_share'],
    ['sz200011', 'b_share'],
    ['900901', 'b_share'],
    ['bj810011', 'bond'],
    ['bj999999', 'other'],
  ])('do not map %s to a stock: %s', (text, kind) => {
    expect(readVendorCode(text)?.kind).toBe(kind);
  });

  it('do not map 92 to Shanghai because of its 9', () => {
    expect(classifyBareCode('920001')).toMatchObject({ exchange: 'BSE' });
  });

  it.each(['60000', '6000000', 'sh600000.SH', 'us600000', '', 'abcdef'])('reject the form %j', (text) => {
    expect(readVendorCode(text)).toBeUndefined();
  });

  it('are unique: no two exchanges have a stock of one code', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999 }), (number) => {
        const code = String(number).padStart(6, '0');
        const stocks = ['sh', 'sz', 'bj'].filter((prefix) => readVendorCode(prefix + code)?.kind === 'stock');
        expect(stocks.length).toBeLessThanOrEqual(1);
      }),
    );
  });
});
