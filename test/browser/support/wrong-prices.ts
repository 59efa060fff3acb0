import type { Page } from 'playwright-core';
import type { TestService } from '../../support/worlds/test-service';
import { drawnPane, type DrawnPane, type PriceAxis } from './drawn-chart';

const DASH = '4,3';
const NEAR_PX = 2;

interface Bar {
  readonly tradeDate: string;
  readonly firstDate: string;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

interface Chips {
  readonly close: number;
  readonly weightedAverage: number;
  readonly cost5: number;
  readonly cost95: number;
}

interface Detail {
  readonly session: { readonly code: string; readonly entryDate: string; readonly entryClosePrice: number | null };
  readonly dailyRows: readonly { readonly tradeDate: string; readonly cycleEvents: readonly string[] | null }[];
}

/**
 * What the chart in sight draws at another price than its own axis says, in words; `[]`: every line, the chips and the events
 * stand where the API says that they should.
 */
export async function wrongPrices(
  page: Page,
  service: TestService,
  sessionId: number,
  period: 'day' | 'week' = 'day',
): Promise<string[]> {
  const get = async <Data>(path: string): Promise<Data> => (await service.call('GET', path)).body.data as Data;
  const { session, dailyRows } = await get<Detail>(`/api/stock-cycle/sessions/${sessionId}`);
  const stock = `/api/market/stocks/${session.code}`;
  const days = (await get<{ bars: Bar[] }>(`${stock}/bars?period=day&adjust=qfq`)).bars;
  const bars = period === 'day' ? days : (await get<{ bars: Bar[] }>(`${stock}/bars?period=week&adjust=qfq`)).bars;
  const last = bars.at(-1);
  if (last === undefined) throw new Error(`${session.code} has no bars`);
  const chips = await get<Chips>(`${stock}/chips?date=${last.tradeDate}`);

  const pane = await drawnPane(page);
  const [axis, ...others] = pane.axes;
  if (axis === undefined) throw new Error('the candles have no axis');
  const scale = last.close / chips.close;
  const entry = days.find(({ tradeDate }) => tradeDate === session.entryDate)?.close ?? session.entryClosePrice;
  const bracket = bracketEnds(pane);
  return [
    ...others.map(({ figures }) => `a second price axis: ${figures.map(({ price }) => price).join(' ')}`),
    ...axis.figures.flatMap(({ price, y }) => wrongAt('the axis figure', price, y, axis)),
    ...wrongLines(pane, axis, [
      ['the entry', entry, linesAcross(pane, (x) => x === 0)],
      ['the average cost', chips.weightedAverage * scale, linesAcross(pane, (x) => x > pane.width / 2)],
      ['the top of 90 % of the chips', chips.cost95 * scale, bracket.tops],
      ['the bottom of 90 % of the chips', chips.cost5 * scale, bracket.bottoms],
    ]),
    ...(period === 'week' ? [] : wrongEvents(pane, axis, bars, dailyRows)),
  ];
}

type Wish = readonly [what: string, price: number | null, drawn: readonly number[]];

function wrongLines(pane: DrawnPane, axis: PriceAxis, wishes: readonly Wish[]): string[] {
  return wishes.flatMap(([what, price, drawn]) => {
    if (price === null) return drawn.length === 0 ? [] : [`${what} is drawn, and there is none`];
    const y = axis.yOf(price);
    if (y < 0 || y > pane.height) return [];
    if (drawn.some((at) => Math.abs(at - y) <= NEAR_PX)) return [];
    return [
      `${what} ${price.toFixed(2)} is drawn at ${drawn.map((at) => axis.priceAt(at).toFixed(2)).join(', ') || '-'}`,
    ];
  });
}

function wrongAt(what: string, price: number, y: number, axis: PriceAxis): string[] {
  return Math.abs(axis.yOf(price) - y) <= NEAR_PX ? [] : [`${what} ${price} stands at ${axis.priceAt(y).toFixed(2)}`];
}

/** Where dashed lines go straight across. */
function linesAcross(pane: DrawnPane, begins: (x: number) => boolean): number[] {
  return pane.shapes.flatMap((shape) => {
    if (shape.kind !== 'line' || shape.dash?.join(',') !== DASH) return [];
    return shape.points.flatMap((point, at) => {
      const next = shape.points[at + 1];
      return point.move && next?.y === point.y && begins(point.x) ? [point.y] : [];
    });
  });
}

/** The bracket beside the chips is a rectangle one pixel wide. */
function bracketEnds(pane: DrawnPane): { tops: number[]; bottoms: number[] } {
  const brackets = pane.shapes.flatMap((shape) =>
    shape.kind === 'rect' && shape.width === 1 && shape.x > pane.width / 2 && shape.height < pane.height ? [shape] : [],
  );
  return { tops: brackets.map(({ y }) => y), bottoms: brackets.map(({ y, height }) => y + height) };
}

/** A sign's tip is 4 px off its bar, a dot's middle 6 px. */
function wrongEvents(pane: DrawnPane, axis: PriceAxis, bars: readonly Bar[], records: Detail['dailyRows']): string[] {
  const tips = pane.shapes.flatMap((shape) => {
    if (shape.kind === 'arc' && shape.r === 2.5) return [shape.y - 6, shape.y + 6];
    const [tip, ...others] = shape.kind === 'area' ? shape.points : [];
    if (tip === undefined || others.length < 2 || others.length > 3) return [];
    return [tip.y - 4, tip.y + 4];
  });
  const inSight = bars.slice(-100);
  return records.flatMap(({ tradeDate, cycleEvents }) => {
    const bar = inSight.find((one) => one.tradeDate === tradeDate);
    if (bar === undefined || cycleEvents === null || cycleEvents.length === 0) return [];
    const places = [axis.yOf(bar.low), axis.yOf(bar.high)];
    if (tips.some((tip) => places.some((y) => Math.abs(tip - y) <= NEAR_PX))) return [];
    return [`${cycleEvents.join(' ')} of ${tradeDate} stands at no bar`];
  });
}
