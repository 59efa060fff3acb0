import type { Registry } from 'prom-client';
import type { AiStats } from '#lib/ai';
import { MetricSet } from './metric-set';

/** Models: their budget, their faults, and the drains that ask them. */
export function registerAiMetrics(registry: Registry) {
  return new MetricSet(registry, {
    ai_budget_used: { help: 'Requests to models and tokens booked today (Asia/Shanghai)', labels: ['unit'] },
    ai_budget_cap: { help: 'Requests to models and tokens that a day allows', labels: ['unit'] },
    ai_calls_last_day: {
      help: 'Requests to models that ended in the last 24 hours: ok, or the kind of fault',
      labels: ['outcome'],
    },
    drain_last_trade_day_timestamp_seconds: {
      help: 'The trading day of the last scheduled drain that came to its end, at 00:00 UTC',
      labels: ['kind'],
    },
    drain_late: {
      help: '1 where the scheduled drain of a trading day whose 20:30 in Shanghai has passed has not come to its end',
      labels: ['kind'],
    },
  });
}

/** What a reading of the models says, line by line. */
export function formatAiMetrics({ budget, calls, drains }: AiStats) {
  return {
    ai_budget_used: [
      { labels: { unit: 'calls' }, value: budget.calls },
      { labels: { unit: 'tokens' }, value: budget.tokens },
    ],
    ai_budget_cap: [
      { labels: { unit: 'calls' }, value: budget.callsPerDay },
      { labels: { unit: 'tokens' }, value: budget.tokensPerDay },
    ],
    ai_calls_last_day: calls.map(({ outcome, calls: value }) => ({ labels: { outcome }, value })),
    drain_last_trade_day_timestamp_seconds: drains.map(({ kind, tradeDay }) => ({
      labels: { kind },
      value: tradeDay === null ? null : Date.parse(tradeDay) / 1000,
    })),
    drain_late: drains.map(({ kind, late }) => ({ labels: { kind }, value: late ? 1 : 0 })),
  };
}
