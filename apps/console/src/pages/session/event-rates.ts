import { useQuery } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../api/client';

export type EventRate = Schemas['EventRateReply'];

const AN_HOUR_MS = 3_600_000;

/** How often events of the rules were right, by event; undefined while that isn't known. */
export function useEventRates(): ReadonlyMap<string, EventRate> | undefined {
  return useQuery({
    queryKey: ['ai-event-rates'],
    queryFn: () => dataOf(api.GET('/api/stock-cycle/ai-event-rates')),
    select: byEvent,
    staleTime: AN_HOUR_MS,
  }).data;
}

function byEvent({ rates }: Schemas['EventRatesReply']): ReadonlyMap<string, EventRate> {
  return new Map(rates.map((rate) => [rate.event, rate]));
}
