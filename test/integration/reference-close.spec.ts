import fc from 'fast-check';
import { calendarDayOf } from '#lib/kernel';
import { refreshStockFigures, TradingCalendar } from '#lib/market-data';
import { emptyTables } from '../support/database/empty-tables';
import { type OpenedDatabase, openTestDatabase } from '../support/database/opened-database';

const DAYS = TradingCalendar.published().openDaysBefore(calendarDayOf('2026-01-01'), 8);
const TRADES_EVERY_DAY = '000999';

let opened: OpenedDatabase;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.remove());

/** What is known of a stock's ex-rights: the vendor's factors, or its own bars alone. */
type Knowledge = 'factors' | 'bars';

interface Step {
  /** Place in {@link DAYS}; the stock may not trade on it. */
  readonly at: number;
  /** `bonus`: {@link BONUS} shares for each, of which only the factor tells if there is one. `jump`: a price that no limit allows. */
  readonly kind: 'bonus' | 'jump';
}

/** So small that the price stays within the limit of the close before. */
const BONUS = 1.1;

interface Drawn {
  readonly knowledge: Knowledge;
  readonly traded: readonly boolean[];
  readonly steps: readonly Step[];
  /** Whether the last bar has its previous close. */
  readonly tellsLast: boolean;
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  knowledge: fc.constantFrom<Knowledge>('factors', 'bars'),
  traded: fc.array(fc.boolean(), { minLength: DAYS.length - 1, maxLength: DAYS.length - 1 }),
  steps: fc.uniqueArray(
    fc.record({ at: fc.integer({ min: 1, max: DAYS.length - 1 }), kind: fc.constantFrom('bonus', 'jump') }),
    { selector: ({ at }) => at, maxLength: 2 },
  ),
  tellsLast: fc.boolean(),
});

const LAST = DAYS.length - 1;
const trading = (isTraded: (at: number) => boolean): boolean[] =>
  Array.from({ length: LAST }, (_, at) => isTraded(at + 1));

/** What is rarely drawn. */
const EDGES: readonly Drawn[] = [
  {
    ...{ knowledge: 'factors', tellsLast: false, steps: [{ at: LAST - 1, kind: 'bonus' }] },
    traded: trading((at) => at !== LAST - 1),
  },
  { ...{ knowledge: 'factors', tellsLast: false, steps: [{ at: LAST, kind: 'bonus' }] }, traded: trading(() => true) },
  { ...{ knowledge: 'bars', tellsLast: false, steps: [{ at: LAST, kind: 'bonus' }] }, traded: trading(() => true) },
  { ...{ knowledge: 'bars', tellsLast: false, steps: [{ at: LAST, kind: 'jump' }] }, traded: trading(() => true) },
];

interface PlainBar {
  readonly at: number;
  readonly close: number;
  readonly shares: number;
  readonly preClose: number | null;
}

/** The bars of a stock, and what its reference close is by the rule. */
function tell({ knowledge, traded, steps, tellsLast }: Drawn): { bars: PlainBar[]; expected: number | null } {
  const places = [true, ...traded].flatMap((trades, at) => (trades ? [at] : []));
  const between = (from: number, to: number) => steps.filter(({ at }) => at > from && at <= to);
  const bars: PlainBar[] = [];
  let expected: number | null = null;
  for (const [index, at] of places.entries()) {
    const before = bars.at(-1);
    if (before === undefined) {
      bars.push({ at, close: 12, shares: 1e6, preClose: null });
      continue;
    }
    const passed = between(before.at, at);
    const bonuses = passed.filter(({ kind }) => kind === 'bonus').length;
    const jumps = passed.some(({ kind }) => kind === 'jump');
    const exRight = Math.round((before.close / BONUS ** bonuses) * 100) / 100;
    const isTold = tellsLast && index === places.length - 1;
    bars.push({
      ...{
        at,
        close: jumps ? Math.round(exRight * 300) / 100 : exRight,
        shares: knowledge === 'bars' ? before.shares * BONUS ** bonuses : before.shares,
      },
      preClose: isTold ? exRight : null,
    });
    // Factors explain every price.
    const isExplained = isTold || knowledge === 'factors' || !jumps;
    expected = isExplained ? exRight : null;
  }
  return { bars, expected };
}

async function put(code: string, bars: readonly PlainBar[], factors: readonly number[]): Promise<void> {
  await opened.database.query(
    `insert into stock (code, exchange, board, first_bar_date, last_bar_date) values ($1, 'SSE', 'main', $2, $3)`,
    [code, DAYS[bars[0]?.at ?? 0], DAYS[bars.at(-1)?.at ?? 0]],
  );
  await opened.database.query(
    `insert into daily_bar (trade_date, code, open, high, low, close, pre_close, volume, turnover_pct)
     select d, $1, c, c, c, c, p, 10000, 1000000 / s
     from unnest($2::date[], $3::float8[], $4::float8[], $5::float8[]) as b(d, c, p, s)`,
    [
      code,
      bars.map(({ at }) => DAYS[at]),
      bars.map(({ close }) => close),
      bars.map(({ preClose }) => preClose),
      bars.map(({ shares }) => shares),
    ],
  );
  for (const [at, factor] of factors.entries()) {
    if (at === 0 || factor !== factors[at - 1]) {
      await opened.database.query('insert into adj_factor values ($1, $2, $3)', [code, DAYS[at], factor]);
    }
  }
}

it('the reference close is the ex-right close before, whenever the stock last traded', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(drawn, { minLength: 4, maxLength: 10 }), async (stocks) => {
      await emptyTables(opened.database, [
        ...['stock', 'daily_bar', 'market_day', 'price_break', 'share_change', 'adj_factor', 'stock_figures'],
      ]);
      await put(
        TRADES_EVERY_DAY,
        DAYS.map((_, at) => ({ at, close: 10, shares: 1e6, preClose: null })),
        [],
      );
      const expected: Record<string, number | null> = { [TRADES_EVERY_DAY]: 10 };
      for (const [index, stock] of [...EDGES, ...stocks].entries()) {
        const code = String(600_000 + index);
        const own = tell(stock);
        const bonusesUntil = (at: number) =>
          stock.steps.filter((step) => step.kind === 'bonus' && step.at <= at).length;
        await put(code, own.bars, stock.knowledge === 'factors' ? DAYS.map((_, at) => BONUS ** bonusesUntil(at)) : []);
        expected[code] = own.expected;
      }
      await opened.database.query(
        'insert into market_day (trade_date, bars) select trade_date, count(*) from daily_bar group by 1',
      );
      await opened.database.transaction((tx) => refreshStockFigures(tx, 'everything'));
      const rows = await opened.database.query<{ code: string; reference: number | null }>(
        'select code, reference_close as reference from stock_figures',
      );
      expect(Object.fromEntries(rows.map(({ code, reference }) => [code, reference]))).toEqual(expected);
    }),
    { numRuns: 20 },
  );
});
