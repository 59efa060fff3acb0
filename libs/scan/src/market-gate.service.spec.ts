import { calendarDayOf } from '#lib/kernel';
import { type DaysReport, MarketDaysService } from '#lib/market-sync';
import { MarketGateService } from './market-gate.service';

const SPAN = { priorStart: calendarDayOf('2022-07-01'), endDate: calendarDayOf('2024-01-10') };
const day = calendarDayOf;

function createGate(report: Partial<DaysReport>): MarketGateService {
  const days = Object.create(MarketDaysService.prototype) as MarketDaysService;
  days.report = () => Promise.resolve({ source: 'tushare', incomplete: [], missing: [], thin: [], ...report });
  return new MarketGateService(days);
}

it('the gate passes a complete market', async () => {
  expect(await createGate({}).check(SPAN, false)).toEqual([]);
});

it('the gate rejects incomplete days of the vendor by name, and warns if they are allowed', async () => {
  const gate = createGate({ incomplete: [day('2024-01-03'), day('2024-01-05')] });
  await expect(gate.check(SPAN, false)).rejects.toMatchObject({
    kind: 'unavailable',
    code: 'market_incomplete',
    message: expect.stringContaining('2 days are not complete: 2024-01-03, 2024-01-05') as string,
  });
  expect(await gate.check(SPAN, true)).toEqual([expect.stringContaining('2024-01-03, 2024-01-05')]);
});

it('a warning names ten days and counts the others', async () => {
  const incomplete = Array.from({ length: 30 }, (_, index) => day(`2024-01-${String(index + 1).padStart(2, '0')}`));
  await expect(createGate({ incomplete }).check(SPAN, false)).rejects.toMatchObject({
    message: expect.stringMatching(/2024-01-21, .*2024-01-30 and 20 more/) as string,
  });
});

it('a warning names thin and missing days of files, and none of the demo', async () => {
  const report = { incomplete: [day('2024-01-02')], missing: [day('2024-01-02')], thin: [day('2024-01-03')] };
  expect(await createGate({ source: 'files', ...report }).check(SPAN, false)).toEqual([
    expect.stringContaining('have no bars: 2024-01-02'),
    expect.stringContaining('fewer bars than others: 2024-01-03'),
  ]);
  expect(await createGate({ source: 'demo', ...report }).check(SPAN, false)).toEqual([]);
});
