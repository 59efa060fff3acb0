import { calendarDayOf } from '#lib/kernel';
import { chooseMoneyFlow, type MoneyFlowVendor, type StoredMoneyFlow } from './money-flow';

const stored = (vendor: MoneyFlowVendor, through: string): StoredMoneyFlow => ({
  ...{ vendor, from: calendarDayOf('2024-01-02'), through: calendarDayOf(through) },
});
const OLD = stored('tushare', '2024-01-05');
const NEW = stored('ths', '2024-01-10');

describe('the money flow that a reader uses', () => {
  it('is that of the vendor that is fetched, however old', () => {
    expect(chooseMoneyFlow([OLD, NEW], 'tushare')).toBe(OLD);
  });

  it('is the newest one if nothing is fetched, or nothing has come of it', () => {
    expect(chooseMoneyFlow([OLD, NEW], undefined)).toBe(NEW);
    expect(chooseMoneyFlow([NEW, OLD], 'eastmoney')).toBe(NEW);
  });

  it('is none if none is stored', () => {
    expect(chooseMoneyFlow([], 'tushare')).toBeNull();
  });
});
