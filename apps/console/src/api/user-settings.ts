import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { api, readData } from './client';

export type UserSettings = Readonly<Record<string, unknown>>;

const KEY = ['user-settings'];

/**
 * One of the user's settings, which the server keeps for all their browsers: an object, undefined until it was set.
 * A change shows at once; changes are sent one after the other. One that fails is taken back, and rejects.
 */
export function useUserSetting(key: string): readonly [unknown, (value: object) => Promise<unknown>] {
  const queries = useQueryClient();
  const { data } = useSuspenseQuery({
    queryKey: KEY,
    queryFn: async () => (await readData(api.GET('/api/auth/settings'))).settings as UserSettings,
    staleTime: Infinity,
  });
  const store = useMutation({
    scope: { id: 'user-settings' },
    mutationFn: (value: object) =>
      readData(
        api.PUT('/api/auth/settings/{key}', {
          params: { path: { key } },
          body: { value: { ...value } },
          // Arrives even if the page is left at once.
          keepalive: true,
        }),
      ),
    onError: () => queries.invalidateQueries({ queryKey: KEY }),
  });
  const keep = (value: object): Promise<unknown> => {
    queries.setQueryData<UserSettings>(KEY, (known) => ({ ...known, [key]: value }));
    return store.mutateAsync(value);
  };
  return [data[key], keep];
}
