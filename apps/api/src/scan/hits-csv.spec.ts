import type { ScanHit } from '#lib/scan';
import { hitsCsv } from './hits-csv';

const row: ScanHit = {
  code: '000151',
  stockName: '中成股份',
  entryDate: '2025-12-19',
  minVolume: 2_087_700,
  close: 12.05,
  limitUp: 13.26,
  circulatingMarketCapYi: 36.62,
  priorMinVolume: 2_090_000,
  priorMinVolumeDate: '2024-08-19',
  sessionId: 7,
  outcome: 'created',
  hitAdjusted: true,
  entryLock: null,
  priorLock: 'limit_down',
  priorBars: 360,
  capDate: '2025-12-31',
  isSt: false,
  relVolume: 0.2153,
  limitUpBasis: 'rule',
  capErrorPct: 0.56,
  capEstimated: false,
  industry: '专用设备',
};

describe('hitsCsv', () => {
  it('has the row keys as header, CRLF line ends and empty cells for null', () => {
    expect(hitsCsv([{ ...row, limitUp: null }], 'raw')).toBe(
      'code,stockName,entryDate,minVolume,close,limitUp,circulatingMarketCapYi,priorMinVolume,priorMinVolumeDate,sessionId,outcome,industry,hitAdjusted,entryLock,priorLock,priorBars,capDate,isSt,relVolume,limitUpBasis,capErrorPct,capEstimated,volumeBasis\r\n' +
        '000151,中成股份,2025-12-19,2087700,12.05,,36.62,2090000,2024-08-19,7,created,专用设备,true,,limit_down,360,2025-12-31,false,0.2153,rule,0.56,false,raw\r\n',
    );
  });

  it.each(['=1+1', '+1', '-1', '@x', '\t=1', '＝1', '＋1', '－1', '＠x'])(
    'keeps %j text in a spreadsheet',
    (stockName) => {
      expect(hitsCsv([{ ...row, stockName }], 'raw').split('\r\n')[1]).toContain(`000151,'${stockName}`);
    },
  );

  it.each(['\n=1', '\r=1'])('keeps text after a line break %j in a spreadsheet', (stockName) => {
    expect(hitsCsv([{ ...row, stockName }], 'raw')).toContain(`000151,"'${stockName}"`);
  });

  it('leaves a negative number a number', () => {
    expect(hitsCsv([{ ...row, close: -1.5 }], 'raw')).toContain(',-1.5,');
  });

  it('quotes commas, quotes and line breaks', () => {
    expect(hitsCsv([{ ...row, stockName: 'a,"b"\n' }], 'raw')).toContain('"a,""b""\n"');
  });
});
