import { MARKET_SOURCES } from '#lib/config';

/** `none`: the database has no market yet. */
export const STORED_MARKET_SOURCES = ['none', ...MARKET_SOURCES] as const;
export type StoredMarketSource = (typeof STORED_MARKET_SOURCES)[number];
