import { useSuspenseQuery } from '@tanstack/react-query';
import { api, readData, type Schemas } from './client';
import { keepUser } from './login';
import { CONSOLE_STATE } from './queries';

export type ConsoleState = Schemas['ConsoleStateResponse'];
export type SignedInUser = Schemas['UserResponse'];

const POLL_MS = 60_000;

/** Who is signed in, what market the server holds, today in Shanghai, and the limits that the pages show. */
export function useConsoleState(): ConsoleState {
  return useSuspenseQuery({
    queryKey: CONSOLE_STATE,
    queryFn: async () => keepUser(await readData(api.GET('/api/console'))),
    refetchInterval: POLL_MS,
  }).data;
}

/** The user behind the login; pages are shown to signed-in users only. */
export function useUser(): SignedInUser {
  const { user } = useConsoleState();
  if (user === null) throw new Error('a page asked for the user before anybody signed in');
  return user;
}
