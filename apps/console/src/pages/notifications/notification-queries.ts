import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { api, readData, type Schemas } from '../../api/client';
import type { Channel } from './channel-fields';
import type { Rule } from './rule-draft';

export type Delivery = Schemas['DeliveryResponse'];

const NOTIFICATIONS = ['notifications'] as const;
export const CHANNELS = [...NOTIFICATIONS, 'channels'] as const;
export const RULES = [...NOTIFICATIONS, 'rules'] as const;
export const CALENDAR = [...NOTIFICATIONS, 'calendar'] as const;
export const EVENTS = [...NOTIFICATIONS, 'events'] as const;
export const DELIVERIES = [...NOTIFICATIONS, 'deliveries'] as const;

/** A delivery that waits may be sent at any moment. */
const LOOK_AGAIN_MS = 5000;

export interface DeliveryFilter {
  readonly channel_id?: number;
  readonly state?: Delivery['state'];
}

/** The user's channels. */
export function useChannels(): UseQueryResult<readonly Channel[]> {
  return useQuery<readonly Channel[]>({
    queryKey: CHANNELS,
    queryFn: async () => (await readData(api.GET('/api/notifications/channels'))).channels,
  });
}

/** The user's rules. */
export function useRules(): UseQueryResult<readonly Rule[]> {
  return useQuery<readonly Rule[]>({
    queryKey: RULES,
    queryFn: async () => (await readData(api.GET('/api/notifications/rules'))).rules,
  });
}

/** The last deliveries to the user's channels, newest first. */
export function useDeliveries(filter: DeliveryFilter): UseQueryResult<readonly Delivery[]> {
  return useQuery<readonly Delivery[]>({
    queryKey: [...DELIVERIES, filter],
    queryFn: async () =>
      (await readData(api.GET('/api/notifications/deliveries', { params: { query: { ...filter, limit: 50 } } })))
        .deliveries,
    refetchInterval: LOOK_AGAIN_MS,
  });
}
