import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client';

/** The models with their health and the day's budget. */
export const modelsQuery = queryOptions({
  queryKey: ['ai-models'],
  queryFn: () => dataOf(api.GET('/api/stock-cycle/ai-models')),
});
