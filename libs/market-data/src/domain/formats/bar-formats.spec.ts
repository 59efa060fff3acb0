import fc from 'fast-check';
import type { Bar } from '../bar';
import type { OtherCode } from '../stock-code';
import type { BarFileFormat } from './bar-file-parser';
import { InvalidFileError } from './invalid-file-error';
import { FORMAT_RULES } from './market-format';

const EASTMONEY = '日期,股票代码,开盘,收盘,最高,最低,成交量,成交额,振幅,涨跌幅,涨跌额,换手率';
const EASTMONEY_ROW = '2024-01-02,000001,9.39,9.21,9.42,9.21,1158366,1075742252.45,2.24,-1.92,-0.18,0.6';
const BAOSTOCK = 'date,code,open,high,low,close,preclose,volume,amount,turn,tradestatus,isST';
const BAOSTOCK_ROW = '2020-01-02,sz.003816,3.6200,3.6700,3.6100,3.6500,3.6000,80605263,294038708.9700,1.596100,1,0';
const TUSHARE = 'ts_code,trade_date,open,high,low,close,pre_close,change,pct_chg,vol,amount';
const TUSHARE_ROW = '600000.SH,20220701,8.01,8.04,7.98,7.99,8.01,-0.02,-0.2497,178467.87,142651.655';

interface Parsed {
  bars: Bar[];
  lines: number[];
  noBars: number;
  leftOut: OtherCode[];
}

function parse(
  format: BarFileFormat,
  bytes: Uint8Array | string,
  fileName = '000001.csv',
  chunkBytes = 1 << 16,
): Parsed {
  const parsed: Parsed = { bars: [], lines: [], noBars: 0, leftOut: [] };
  const parser = format(fileName, {
    bar: (bar, _stock, line) => {
      parsed.bars.push({ ...bar });
      parsed.lines.push(line);
    },
    noBar: () => (parsed.noBars += 1),
    leftOut: (code) => parsed.leftOut.push(code),
  });
  const all = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes;
  for (let at = 0; at < all.length; at += chunkBytes) parser.push(all.slice(at, at + chunkBytes));
  parser.end();
  return parsed;
}

function refusalOf(work: () => unknown): [number | null, string] {
  try {
    work();
  } catch (error) {
    if (error instanceof InvalidFileError) return [error.line, error.reason];
    throw error;
  }
  throw new Error('the file was taken');
}

const eastmoney = FORMAT_RULES['eastmoney-csv'].parser;
const baostock = FORMAT_RULES['baostock-csv'].parser;
const tushare = FORMAT_RULES['tushare-csv'].parser;
const tdx = FORMAT_RULES.tdx.parser;
const dayOf = (text: string) => Date.parse(`${text}T00:00:00Z`) / 86_400_000;

describe('East Money CSV', () => {
  it('has open, CLOSE, high, low, lots as shares, and the cap by turnover', () => {
    const { bars } = parse(eastmoney, `\uFEFF${EASTMONEY}\r\n${EASTMONEY_ROW}\r\n`);
    expect(bars).toEqual([
      {
        code: '000001',
        day: dayOf('2024-01-02'),
        open: 9.39,
        close: 9.21,
        high: 9.42,
        low: 9.21,
        preClose: null,
        volume: 115_836_600,
        amount: 1075742252.45,
        turnoverPct: 0.6,
        circMarketCap: (9.21 * 115_836_600) / (0.6 / 100),
        upLimit: null,
        downLimit: null,
        isSt: null,
      },
    ]);
  });

  it('has columns that are found by name, in any order', () => {
    const { bars } = parse(
      eastmoney,
      '换手率,最低,最高,收盘,开盘,成交额,成交量,日期\n1,1,4,3,2,9,5,2024-01-02\n',
      'sz000001.csv',
    );
    expect(bars[0]).toMatchObject({ code: '000001', open: 2, high: 4, low: 1, close: 3, volume: 500, amount: 9 });
  });

  it('uses the code of the file name if there is no such column, and restores zeros that a spreadsheet dropped', () => {
    const old = EASTMONEY.replace('股票代码,', '');
    const row = EASTMONEY_ROW.replace('000001,', '');
    expect(parse(eastmoney, `${old}\n${row}`, '600000.csv').bars[0]?.code).toBe('600000');
    expect(refusalOf(() => parse(eastmoney, `${old}\n${row}`, 'data.csv'))[0]).toBe(1);
    expect(parse(eastmoney, `${EASTMONEY}\n${EASTMONEY_ROW.replace('000001', '1')}`).bars[0]?.code).toBe('000001');
  });

  it('may have a header in GBK and fields in quotes', () => {
    const gbk = Buffer.from(
      'c8d5c6da2cbfaac5cc2ccad5c5cc2cd7eeb8df2cd7eeb5cd2cb3c9bdbbc1bf2cb3c9bdbbb6ee2cbbbbcad6c2ca',
      'hex',
    );
    const row = Buffer.from('\n"2024-01-02","2","3","4","1","5","9","1"\n');
    expect(parse(eastmoney, Buffer.concat([gbk, row])).bars[0]).toMatchObject({ open: 2, close: 3, volume: 500 });
  });

  it('has no cap if the turnover is 0 or empty', () => {
    const rows = ['0.0', ''].map((turnover, at) =>
      EASTMONEY_ROW.replace(/0\.6$/, turnover).replace('01-02', `01-0${at + 2}`),
    );
    const { bars } = parse(eastmoney, [EASTMONEY, ...rows].join('\n'));
    expect(bars.map(({ turnoverPct, circMarketCap }) => [turnoverPct, circMarketCap])).toEqual([
      [0, null],
      [null, null],
    ]);
  });

  it('drops a row of volume 0: a suspended day is no bar', () => {
    const { bars, noBars } = parse(eastmoney, `${EASTMONEY}\n2024-01-02,000001,0,0,0,0,0,0,0,0,0,0\n`);
    expect([bars.length, noBars]).toEqual([0, 1]);
  });

  it.each([
    ['a number that is none', EASTMONEY_ROW.replace('9.39', 'abc'), '开盘 "abc" is not a number'],
    ['NaN', EASTMONEY_ROW.replace('9.39', 'NaN'), '开盘 "NaN" is not a number'],
    ['an empty price', EASTMONEY_ROW.replace('9.39', ''), '开盘 is empty'],
    ['a price of two points', EASTMONEY_ROW.replace('9.39', '9.3.9'), '开盘 "9.3.9" is not a number'],
    ['a high below the open', EASTMONEY_ROW.replace('9.42', '9.3'), 'do not fit each other'],
    ['a close below the low', EASTMONEY_ROW.replace('9.21,9.42', '9.1,9.42'), 'do not fit each other'],
    ['a price of 0', EASTMONEY_ROW.replace('9.42,9.21', '9.42,0'), 'is not above 0'],
    ['a negative volume', EASTMONEY_ROW.replace('1158366', '-5'), 'volume'],
    ['a day that is none', EASTMONEY_ROW.replace('2024-01-02', '2024-02-30'), '"2024-02-30" is not a date'],
    ['another form of day', EASTMONEY_ROW.replace('2024-01-02', '2024/01/02'), 'is not a date'],
    ['a field too few', EASTMONEY_ROW.replace(',0.6', ''), '11 fields, the header 12'],
    ['a field too many', `${EASTMONEY_ROW},1`, '13 fields, the header 12'],
    ['an open quote', EASTMONEY_ROW.replace('9.39', '"9.39'), 'quoted field'],
  ])('is rejected for %s, with its line', (_what, row, reason) => {
    const good = EASTMONEY_ROW.replace('2024-01-02', '2024-01-03');
    const [line, text] = refusalOf(() => parse(eastmoney, [EASTMONEY, good, '', row].join('\n')));
    expect(line).toBe(4);
    expect(text).toContain(reason);
  });

  it('is rejected with the header of another vendor, and if empty', () => {
    expect(refusalOf(() => parse(eastmoney, `${TUSHARE}\n${TUSHARE_ROW}`))).toEqual([
      1,
      expect.stringContaining('日期'),
    ]);
    expect(refusalOf(() => parse(eastmoney, ''))).toEqual([1, 'the file is empty']);
    expect(refusalOf(() => parse(eastmoney, `${EASTMONEY},开盘\n`))).toEqual([1, expect.stringContaining('twice')]);
  });

  it('is read the same however the bytes are cut', () => {
    const rows = [2, 3, 4, 5].map((date) => EASTMONEY_ROW.replace('01-02', `01-0${date}`));
    const text = `\uFEFF${[EASTMONEY, ...rows].join('\r\n')}`;
    const whole = parse(eastmoney, text);
    expect(whole.bars).toHaveLength(4);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), (cut) =>
        expect(parse(eastmoney, text, '000001.csv', cut)).toEqual(whole),
      ),
    );
  });
});

describe('BaoStock CSV', () => {
  it('has shares, the ex-right previous close, the cap by the fine turnover, and ST', () => {
    const { bars } = parse(
      baostock,
      `${BAOSTOCK}\n${BAOSTOCK_ROW}\n${BAOSTOCK_ROW.replace('01-02', '01-03').replace(/0$/, '1')}\n`,
    );
    expect(bars[0]).toMatchObject({
      code: '003816',
      open: 3.62,
      high: 3.67,
      low: 3.61,
      close: 3.65,
      preClose: 3.6,
      volume: 80_605_263,
      amount: 294038708.97,
      circMarketCap: (3.65 * 80_605_263) / (1.5961 / 100),
      isSt: false,
    });
    expect(bars[1]?.isSt).toBe(true);
  });

  it('has no bar for tradestatus 0, though it has prices', () => {
    const suspended = '2020-01-03,sz.003816,3.65,3.65,3.65,3.65,3.65,0,0,,0,0';
    expect(parse(baostock, `${BAOSTOCK}\n${suspended}\n`)).toMatchObject({ bars: [], noBars: 1 });
  });

  it('is rejected with adjusted prices', () => {
    const [line, reason] = refusalOf(() => parse(baostock, `${BAOSTOCK},adjustflag\n${BAOSTOCK_ROW},2\n`));
    expect([line, reason]).toEqual([2, expect.stringContaining('adjusted')]);
  });

  it('has no bars of an index', () => {
    const { bars, leftOut } = parse(baostock, `${BAOSTOCK}\n${BAOSTOCK_ROW.replace('sz.003816', 'sh.000001')}\n`);
    expect([bars.length, leftOut]).toEqual([0, [{ kind: 'index', code: '000001' }]]);
  });
});

describe('Tushare CSV', () => {
  it('has lots as shares, thousands as yuan, and days without dashes', () => {
    expect(parse(tushare, `${TUSHARE}\n${TUSHARE_ROW}\n`).bars[0]).toMatchObject({
      code: '600000',
      day: dayOf('2022-07-01'),
      close: 7.99,
      preClose: 8.01,
      volume: 17_846_787,
      amount: 142_651_655,
      circMarketCap: null,
    });
  });

  it('may have a first day without a previous close', () => {
    expect(parse(tushare, `${TUSHARE}\n${TUSHARE_ROW.replace('7.99,8.01', '7.99,')}\n`).bars[0]?.preClose).toBeNull();
  });
});

describe('TongDaXin .day', () => {
  const record = (ymd: number, [open, high, low, close]: number[], volume: number, amount = 1e8): Buffer => {
    const bytes = Buffer.alloc(32);
    [ymd, open, high, low, close].forEach((value, at) => bytes.writeUInt32LE(value ?? 0, at * 4));
    bytes.writeFloatLE(amount, 20);
    bytes.writeUInt32LE(volume, 24);
    bytes.writeUInt32LE(65_536, 28);
    return bytes;
  };
  const good = record(20240102, [939, 942, 921, 921], 115_836_600);

  it('has a volume above 32 bits in hundreds, and the rest in the marked last field', () => {
    const large = Buffer.from(good);
    large.writeUInt32LE(50_000_000, 24);
    large.writeUInt32LE(0xc364_0000 + 37, 28);
    expect(parse(tdx, large, 'sz000001.day').bars[0]).toMatchObject({ volume: 5_000_000_037 });
    large.writeUInt32LE(0xc365_0000 + 37, 28);
    expect(parse(tdx, large, 'sz000001.day').bars[0]).toMatchObject({ volume: 50_000_000 });
  });

  it('has fen, shares and float yuan', () => {
    expect(parse(tdx, good, 'sz000001.day').bars[0]).toMatchObject({
      code: '000001',
      day: dayOf('2024-01-02'),
      open: 9.39,
      high: 9.42,
      low: 9.21,
      close: 9.21,
      volume: 115_836_600,
      amount: 1e8,
    });
  });

  it('is read the same however the bytes are cut', () => {
    const file = Buffer.concat([good, record(20240103, [921, 930, 920, 925], 5), record(20240104, [1, 1, 1, 1], 0)]);
    const whole = parse(tdx, file, 'sz000001.day');
    expect([whole.bars.length, whole.noBars, whole.lines]).toEqual([2, 1, [1, 2]]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), (cut) =>
        expect(parse(tdx, file, 'sz000001.day', cut)).toEqual(whole),
      ),
    );
  });

  it('is rejected with a record that is cut off, an invalid day, prices that do not fit', () => {
    expect(refusalOf(() => parse(tdx, Buffer.concat([good, good.subarray(0, 20)]), 'sz000001.day'))).toEqual([
      2,
      expect.stringContaining('cut off'),
    ]);
    expect(refusalOf(() => parse(tdx, record(20241301, [1, 1, 1, 1], 1), 'sz000001.day'))[1]).toContain('not a date');
    expect(refusalOf(() => parse(tdx, record(20240102, [5, 4, 3, 4], 1), 'sz000001.day'))[1]).toContain('fit');
    expect(refusalOf(() => parse(tdx, record(20240102, [4, 4, 4, 4], 1, NaN), 'sz000001.day'))[1]).toContain('amount');
  });

  it('has no bars if the exchange in the name makes it no stock', () => {
    expect(parse(tdx, good, 'sh000001.day').leftOut).toEqual([{ kind: 'index', code: '000001' }]);
    expect(refusalOf(() => parse(tdx, good, '000001.day'))).toEqual([null, expect.stringContaining('sh600000.day')]);
  });
});
