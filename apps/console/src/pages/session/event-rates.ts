import { useQuery } from '@tanstack/react-query';
import { api, readData, type Schemas } from '../../api/client';

type EventRate = Schemas['EventRateResponse'];

interface EventRates {
  readonly of: ReadonlyMap<string, EventRate>;
  /** What the study was measured on. */
  readonly measuredOn: string;
}

const AN_HOUR_MS = 3_600_000;

/** How often events of the rules were right, by event; undefined while that isn't known. */
export function useEventRates(): EventRates | undefined {
  return useQuery({
    queryKey: ['ai-event-rates'],
    queryFn: () => readData(api.GET('/api/stock-cycle/ai-event-rates')),
    select: byEvent,
    staleTime: AN_HOUR_MS,
  }).data;
}

function byEvent({ rates, measuredOn }: Schemas['EventRatesResponse']): EventRates {
  return { of: new Map(rates.map((rate) => [rate.event, rate])), measuredOn };
}
