import type { Registry } from 'prom-client';
import type { MarketMetrics } from '#lib/market-sync';
import { MetricSet } from './metric-set';

/** The market's data and their vendor. */
export function registerMarketMetrics(registry: Registry) {
  return new MetricSet(registry, {
    market_through_timestamp_seconds: { help: 'The last day with bars, at 00:00 UTC', labels: ['source'] },
    market_lag_trading_days: {
      help: 'Trading days without bars, up to the last one whose 20:30 in Shanghai has passed',
      labels: ['source'],
    },
    trading_calendar_days_left: { help: 'Days until the known trading calendar ends' },
    vendor_faulty_questions: {
      help: 'Questions to the market data vendor whose last answer was a fault, by its kind',
      labels: ['fault'],
    },
    market_syncs_failed_last_day: { help: 'Market syncs that failed in the last 24 hours' },
  });
}

/** What a reading of the market says, line by line. */
export function formatMarketMetrics(market: MarketMetrics) {
  const labels = { source: market.source };
  return {
    market_through_timestamp_seconds: [
      { labels, value: market.barsTo === null ? null : Date.parse(market.barsTo) / 1000 },
    ],
    market_lag_trading_days: [{ labels, value: market.barsTo === null ? null : market.lagDays }],
    trading_calendar_days_left: [{ value: market.calendarDaysLeft }],
    vendor_faulty_questions: market.vendorFaults.map(({ fault, units }) => ({ labels: { fault }, value: units })),
    market_syncs_failed_last_day: [{ value: market.failedSyncsLastDay }],
  };
}
