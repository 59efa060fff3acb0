import type { CalendarDay } from '#lib/kernel';
import { encodeGbk } from './gbk';
import { PROBE_SYMBOL, probeBars } from './probe-bars';
import { barsBody, exchangeOfNumber, recordsBody } from './quote-bodies';
import { QUOTE_TYPES, type QuoteRequest } from './quote-frames';
import type { QuoteBar, TdxMarket } from './tdx-market';

export interface QuoteContext {
  readonly market: TdxMarket;
  /** Whether bars come empty, as for clients that the server calls old; records then still come. */
  readonly starved: boolean;
  /** Whether everything comes empty. */
  readonly empty: boolean;
  /** Whether daily bars of category 4 have their volume in lots too. */
  readonly lots: boolean;
  /** A day whose bar is not finished, after the last one. */
  readonly unfinishedDay: CalendarDay | undefined;
}

const MOST_BARS = 800;
const DAILY = 4;
const DAILY_IN_LOTS = 9;
/** What servers tell clients that they call old. */
const OLD_CLIENT = '客户端与行情主站不匹配,不能使用!';
/** Bytes of responses of which nothing is known but that they come. */
const CONNECT_BYTES = 188;
const HEARTBEAT_BYTES = 10;

/** The body of the response to a request. */
export function quoteResponse(request: QuoteRequest, context: QuoteContext): Buffer {
  switch (request.type) {
    case QUOTE_TYPES.connect:
      return context.starved ? encodeGbk(OLD_CLIENT) : connectBody();
    case QUOTE_TYPES.setup:
      return encodeGbk(OLD_CLIENT);
    case QUOTE_TYPES.heartbeat:
      return Buffer.alloc(HEARTBEAT_BYTES);
    case QUOTE_TYPES.bars:
      return barsResponse(request.data, context);
    case QUOTE_TYPES.records:
      return recordsResponse(request.data, context);
    default:
      return Buffer.alloc(0);
  }
}

/** The stock that a request is about, as `sh600000`. */
export function symbolOfRequest({ type, data }: QuoteRequest): string | undefined {
  if (type !== QUOTE_TYPES.bars && type !== QUOTE_TYPES.records) return undefined;
  const market = exchangeOfNumber(type === QUOTE_TYPES.bars ? data[0] : data[2]);
  const code = type === QUOTE_TYPES.bars ? data.subarray(2, 8) : data.subarray(3, 9);
  return market === undefined ? undefined : market + code.toString('ascii');
}

function connectBody(): Buffer {
  const body = Buffer.alloc(CONNECT_BYTES);
  encodeGbk('虚构行情主站').copy(body, 68);
  return body;
}

/** u8 exchange, u8 0, 6 bytes code, u16 category, u16 1, u16 start from the newest, u16 count, 10 bytes of zeros. */
function barsResponse(data: Buffer, { market, starved, empty, lots, unfinishedDay }: QuoteContext): Buffer {
  if (data.length < 16) return barsBody([], 1);
  const [category, one, start, count] = [8, 10, 12, 14].map((at) => data.readUInt16LE(at));
  const exchange = exchangeOfNumber(data[0]);
  const isDaily = category === DAILY || category === DAILY_IN_LOTS;
  if (starved || empty || one !== 1 || !isDaily || exchange === undefined) return barsBody([], 1);
  const bars = barsWith(market, exchange + data.toString('ascii', 2, 8), unfinishedDay);
  const end = bars.length - (start ?? 0);
  const chosen = end <= 0 ? [] : bars.slice(Math.max(0, end - Math.min(count ?? 0, MOST_BARS)), end);
  return barsBody(chosen, category === DAILY_IN_LOTS || lots ? 100 : 1);
}

function barsWith(market: TdxMarket, symbol: string, unfinishedDay: CalendarDay | undefined): readonly QuoteBar[] {
  const known = market.barsOf(symbol);
  const bars = known.length === 0 && symbol === PROBE_SYMBOL ? probeBars(market) : known;
  const last = bars.at(-1);
  if (last === undefined || unfinishedDay === undefined) return bars;
  const { close } = last;
  const volume = Math.round(last.volume / 2);
  const unfinished = {
    day: unfinishedDay,
    open: close,
    high: close,
    low: close,
    close,
    volume,
    amount: volume * close,
  };
  return [...bars, unfinished];
}

/** u16 1, u8 exchange, 6 bytes code. */
function recordsResponse(data: Buffer, { market, empty }: QuoteContext): Buffer {
  const exchange = exchangeOfNumber(data[2]) ?? 'sz';
  const code = data.toString('ascii', 3, 9);
  return recordsBody(exchange, code, empty ? [] : market.recordsOf(exchange + code));
}
