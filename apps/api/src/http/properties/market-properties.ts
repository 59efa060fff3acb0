import { STORED_MARKET_SOURCES, type StoredMarketSource } from '#lib/market-data';
import { property, type PropertyOf, type PropertyOptions } from './property';
import { ApiEnum, ApiText } from './value-properties';

/** A stock code of 6 digits. */
export function ApiCode<const Options extends PropertyOptions>(options?: Options): PropertyOf<[string], Options> {
  return property({ type: 'string', example: '600519' }, options);
}

/** The code that a stock had before. */
export function ApiFormerCode(): PropertyOf<[string], { nullable: true }> {
  return ApiText({ nullable: true, description: 'The code that the stock had before, where it changed' });
}

/** An amount of money. */
export function ApiYuan<const Options extends PropertyOptions>(options?: Options): PropertyOf<[number], Options> {
  return property({ type: 'number' }, { description: 'Yuan', ...options });
}

/** Where the bars come from that an answer rests on. */
export function ApiMarketSource(): PropertyOf<[StoredMarketSource], object> {
  return ApiEnum(STORED_MARKET_SOURCES);
}

/** What a reader must know beside the figures. */
export function ApiWarnings(options: { description?: string } = {}): PropertyOf<[string], { isArray: true }> {
  return ApiText({
    isArray: true,
    description: 'What to know of the figures, such as that the market is a demo',
    ...options,
  });
}
