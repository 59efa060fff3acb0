import { readCsvCodes } from './csv-codes';

const codes = (text: string): string[] => readCsvCodes(text).codes.map(({ code }) => code);

it('codes are read one per line, with or without an exchange, each once', () => {
  expect(codes('600519\n000651.SZ\r\nSH601318\n\n 600519 \n')).toEqual(['600519', '000651', '601318']);
});

it('codes are read from the code column of a table, at any position, with notes', () => {
  const table = '\ufeff名称,证券代码,备注\n"贵州,茅台",="600519",等回踩\n平安银行,1,\n';
  expect(readCsvCodes(table)).toEqual({
    codes: [
      { code: '600519', note: '等回踩' },
      { code: '000001', note: '' },
    ],
    rejected: [],
  });
  expect(codes('Code\tName\n300750\tCATL')).toEqual(['300750']);
});

it('lines without a code are named', () => {
  expect(readCsvCodes('600519\n贵州茅台\n6005190\n')).toEqual({
    codes: [{ code: '600519', note: undefined }],
    rejected: [
      { line: 2, text: '贵州茅台' },
      { line: 3, text: '6005190' },
    ],
  });
});
