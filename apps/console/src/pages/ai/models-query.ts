import { queryOptions } from '@tanstack/react-query';
import { api, readData } from '../../api/client';

/** The models with their health and the day's budget. */
export const modelsQuery = queryOptions({
  queryKey: ['ai-models'],
  queryFn: () => readData(api.GET('/api/stock-cycle/ai-models')),
});
