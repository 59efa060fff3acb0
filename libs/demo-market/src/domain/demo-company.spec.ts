import { calendarDayOf } from '#lib/kernel';
import { demoCompany } from './demo-company';

const UP_TO = calendarDayOf('2025-11-10');

describe('demoCompany', () => {
  it('is the same company every time, and only longer on a later day', () => {
    const early = demoCompany('seed', '003100', 'main', calendarDayOf('2024-06-30'));
    const late = demoCompany('seed', '003100', 'main', UP_TO);
    expect(demoCompany('seed', '003100', 'main', UP_TO).reports).toEqual(late.reports);
    expect(late.reports.slice(0, early.reports.length)).toEqual(early.reports);
    expect(late.reports.length).toBeGreaterThan(early.reports.length);
  });

  it('publishes no report before its day, and each by the deadline of the exchanges', () => {
    const { reports } = demoCompany('seed', '301700', 'chinext', UP_TO);
    for (const { periodEnd, publishedOn } of reports) {
      expect(publishedOn > periodEnd).toBe(true);
      expect(publishedOn <= UP_TO).toBe(true);
      const [year, month] = [Number(periodEnd.slice(0, 4)), periodEnd.slice(5, 7)];
      const latest = new Map([
        ['03', `${year}-04-30`],
        ['06', `${year}-08-31`],
        ['09', `${year}-10-31`],
        ['12', `${year + 1}-04-30`],
      ]).get(month);
      expect(latest).toBeDefined();
      expect(publishedOn <= (latest ?? '')).toBe(true);
    }
  });

  it('adds up its flows over the year', () => {
    const { reports } = demoCompany('seed', '605600', 'main', UP_TO);
    const revenue = (period: string): number =>
      Number(
        reports.find(({ statement, periodEnd }) => statement === 'income' && periodEnd === period)?.fields['revenue'],
      );
    const year = ['2024-03-31', '2024-06-30', '2024-09-30', '2024-12-31'].map(revenue);
    expect(year).toEqual([...year].sort((a, b) => a - b));
    expect(year[0]).toBeGreaterThan(0);
  });

  it('values a company by what was public on the day', () => {
    const company = demoCompany('seed', '003101', 'main', UP_TO);
    const day = calendarDayOf('2025-11-03');
    const at = company.valuationAt(day, 10);
    expect(at.totalMarketCap).toBe(Math.round(at.totalShares * 10));
    expect(company.valuationAt(day, 20).pb).toBeCloseTo(at.pb * 2, 3);
  });

  it('leaves the audit or the pledges of some companies out, so that a model has something to evaluate', () => {
    const codes = Array.from({ length: 200 }, (_, index) => String(3000 + index).padStart(6, '0'));
    const without = (statement: string): number =>
      codes.filter(
        (code) => !demoCompany('seed', code, 'main', UP_TO).reports.some((report) => report.statement === statement),
      ).length;
    expect(without('audit')).toBeGreaterThan(10);
    expect(without('audit')).toBeLessThan(60);
    expect(without('pledge')).toBeGreaterThan(0);
    expect(without('pledge')).toBeLessThan(30);
    expect(without('income')).toBe(0);
  });
});
