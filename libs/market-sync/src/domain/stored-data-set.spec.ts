import { DATA_SETS, readStoredSets, toStoredName } from './stored-data-set';

it('each data set has a stored name of its own, and is read by it', () => {
  const rows = DATA_SETS.map((set) => ({ dataSet: toStoredName(set) }));
  expect(readStoredSets(rows, DATA_SETS)).toEqual(DATA_SETS.map((dataSet) => ({ dataSet })));
});

it('the stored names are those that databases hold', () => {
  expect(toStoredName('bars')).toBe('daily');
  expect(toStoredName('code_changes')).toBe('bse_mapping');
  expect(toStoredName('money_flow_eastmoney')).toBe('moneyflow_dc');
  expect(toStoredName('pledge')).toBe('pledge');
});

it('rows of data sets that were not requested, or that nobody knows, are left out', () => {
  const rows = ['daily', 'trade_cal', 'of_a_newer_version'].map((dataSet) => ({ dataSet, rows: 1 }));
  expect(readStoredSets(rows, ['bars'])).toEqual([{ dataSet: 'bars', rows: 1 }]);
});
