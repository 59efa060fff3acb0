import { readPastedCodes } from './pasted-codes';

describe('pasted codes', () => {
  it('are found next to names, marks of markets and full-width digits, each once', () => {
    const text = '600519 贵州茅台\nSZ000651,格力电器\n300750.SZ；600519\n０００００１ 平安银行';
    expect(readPastedCodes(text)).toEqual({ codes: ['600519', '000651', '300750', '000001'], unread: [] });
  });

  it('are reported with the lines that contain none', () => {
    expect(readPastedCodes('代码 名称\n60051\n1234567\n\n600519')).toEqual({
      codes: ['600519'],
      unread: ['代码 名称', '60051', '1234567'],
    });
  });

  it('are none in an empty text', () => {
    expect(readPastedCodes('  \n ')).toEqual({ codes: [], unread: [] });
  });
});
