import { api, readData, type Schemas } from '../../api/client';
import type { Phase } from '../../parts/phases';

type Session = Schemas['SessionResponse'];
type PatchBody = NonNullable<Schemas['UpdateSessionBody']>;

/** The requests that change one session. */
export const sessionCalls = {
  patch: (id: number, body: PatchBody): Promise<Session> =>
    getSession(readData(api.PATCH('/api/stock-cycle/sessions/{id}', { params: { path: { id } }, body }))),
  setPriority: (id: number, priority: number): Promise<Session> =>
    getSession(
      readData(api.PUT('/api/stock-cycle/sessions/{id}/priority', { params: { path: { id } }, body: { priority } })),
    ),
  setPhase: (id: number, phase: Phase | null): Promise<Session> =>
    sessionCalls.patch(id, { current_primary_phase: phase }),
  remove: async (id: number): Promise<undefined> => {
    await readData(api.DELETE('/api/stock-cycle/sessions/{id}', { params: { path: { id } } }));
  },
  restore: (id: number): Promise<Session> =>
    getSession(readData(api.POST('/api/stock-cycle/sessions/{id}/restore', { params: { path: { id } } }))),
};

async function getSession(written: Promise<{ session: Session }>): Promise<Session> {
  return (await written).session;
}
