import type { SessionRow } from './session-pages';
import { rowsAsText } from './rows-as-text';

const row = {
  code: '000001',
  stockName: '平安银行',
  currentPrimaryPhase: 'markup',
  entryDate: '2026-11-20',
  latestClose: 12.5,
  changePct: -1.25,
  invalidationDistancePct: 4.25,
  holding: { profit: -300, costDistancePct: null },
  source: '=HYPERLINK("x")\n\tend',
} as SessionRow;
const CONTEXT = { code: '代码', name: '名称', today: '2026-11-26', phases: { markup: '拉升' } };

describe('rows as text', () => {
  it('have the shown columns in their order, numbers as numbers, what is missing empty', () => {
    const columns = [
      'change',
      'phase',
      'daysSince',
      'bars',
      'holdingProfit',
      'costDistance',
      'invalidation',
      'latest',
    ].map((key) => ({
      key,
      head: key.toUpperCase(),
    }));
    expect(rowsAsText([row, { ...row, code: '600519', changePct: null, holding: null }], columns, CONTEXT)).toBe(
      [
        '代码\t名称\tCHANGE\tPHASE\tDAYSSINCE\tHOLDINGPROFIT\tCOSTDISTANCE\tINVALIDATION\tLATEST',
        '000001\t平安银行\t-1.25\t拉升\t6\t-300\t\t4.25\t12.5',
        '600519\t平安银行\t\t拉升\t6\t\t\t4.25\t12.5',
      ].join('\n'),
    );
  });

  it('keep text within its cell, and what a spreadsheet would run', () => {
    expect(rowsAsText([row], [{ key: 'source', head: '来源' }], CONTEXT).split('\n')[1]).toBe(
      '000001\t平安银行\t\'=HYPERLINK("x") end',
    );
  });
});
