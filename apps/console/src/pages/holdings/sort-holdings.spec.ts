import { type Holding, sortHoldings } from './sort-holdings';

const holding = (code: string, profit: number | null, industry: string | null = null) =>
  ({ code, profit, industry }) as Holding;
const codes = (list: readonly Holding[]) => list.map(({ code }) => code);
const LIST = [
  holding('3', 5, '银行'),
  holding('1', null),
  holding('2', -7, '白酒'),
  holding('4', 5),
  holding('0', null),
];

describe('sortHoldings', () => {
  it('puts what is missing last in both orders, and ties by code', () => {
    expect(codes(sortHoldings(LIST, 'profit', 'desc'))).toEqual(['3', '4', '2', '0', '1']);
    expect(codes(sortHoldings(LIST, 'profit', 'asc'))).toEqual(['2', '3', '4', '0', '1']);
  });

  it('sorts industries as Chinese is sorted', () => {
    expect(codes(sortHoldings(LIST, 'industry', 'asc')).slice(0, 2)).toEqual(['2', '3']);
  });

  it('leaves the list itself as it is', () => {
    sortHoldings(LIST, 'code', 'asc');
    expect(codes(LIST)).toEqual(['3', '1', '2', '4', '0']);
  });
});
