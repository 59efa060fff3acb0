import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, readData, type Schemas } from '../../api/client';
import { useMessages } from '../../i18n/messages';
import { useNotices } from '../../parts/undo';
import type { Drawing, DrawingKind, DrawingPoints } from '../../chart/shapes/drawing';
import { drawingMessages } from './drawing-messages';

type List = Schemas['DrawingListResponse']['drawings'];

export interface DrawingWrites {
  readonly items: readonly Drawing[];
  /** @returns the drawing as it is stored; undefined if it was not. */
  readonly create: (kind: DrawingKind, points: DrawingPoints) => Promise<Drawing | undefined>;
  readonly move: (id: number, points: DrawingPoints) => Promise<void>;
  readonly remove: (id: number) => Promise<void>;
}

/** While it is on its way it has no id of the server's. */
const ON_ITS_WAY = -1;
const NONE: List = [];

/** A session's drawings; what is drawn, moved or removed is shown at once, stored at once, and can be taken back. */
export function useDrawings(sessionId: number): DrawingWrites {
  const t = useMessages(drawingMessages);
  const queries = useQueryClient();
  const { done, failed } = useNotices();
  const queryKey = ['session-drawings', sessionId];
  const { data } = useQuery({
    queryKey,
    queryFn: () =>
      readData(api.GET('/api/stock-cycle/sessions/{id}/drawings', { params: { path: { id: sessionId } } })),
  });
  const items = data?.drawings ?? NONE;
  const attempt = async <Result>(
    guess: readonly Drawing[],
    write: () => Promise<Result>,
  ): Promise<Result | undefined> => {
    await queries.cancelQueries({ queryKey });
    queries.setQueryData(queryKey, { drawings: guess });
    try {
      return await write();
    } catch (error) {
      failed(error);
      return undefined;
    } finally {
      await queries.invalidateQueries({ queryKey });
    }
  };
  const takingBack = (write: () => Promise<unknown>) => async (): Promise<void> => {
    await write();
    await queries.invalidateQueries({ queryKey });
  };
  return {
    items,
    create: async (kind, points) => {
      const guess = { id: ON_ITS_WAY, kind, ...points };
      const drawing = await attempt([...items, guess], () => post(sessionId, kind, points));
      if (drawing === undefined) return undefined;
      done(
        t.drawn(kind),
        takingBack(() => destroy(sessionId, drawing.id)),
      );
      return drawing;
    },
    move: async (id, points) => {
      const before = items.find((drawing) => drawing.id === id);
      if (before === undefined || id === ON_ITS_WAY) return;
      const guess = items.map((drawing) => (drawing.id === id ? { ...drawing, ...points } : drawing));
      const moved = await attempt(guess, () => patch(sessionId, id, points));
      if (moved !== undefined)
        done(
          t.moved(before.kind),
          takingBack(() => patch(sessionId, id, before)),
        );
    },
    remove: async (id) => {
      const before = items.find((drawing) => drawing.id === id);
      if (before === undefined || id === ON_ITS_WAY) return;
      const guess = items.filter((drawing) => drawing.id !== id);
      const removed = await attempt(guess, () => destroy(sessionId, id));
      if (removed !== undefined)
        done(
          t.removed(before.kind),
          takingBack(() => post(sessionId, before.kind, before)),
        );
    },
  };
}

async function post(sessionId: number, kind: DrawingKind, points: DrawingPoints): Promise<Drawing> {
  const body = { kind, ...toBody(points) };
  const request = api.POST('/api/stock-cycle/sessions/{id}/drawings', { params: { path: { id: sessionId } }, body });
  return (await readData(request)).drawing;
}

async function patch(sessionId: number, drawingId: number, points: DrawingPoints): Promise<Drawing> {
  const path = { id: sessionId, drawingId };
  const address = '/api/stock-cycle/sessions/{id}/drawings/{drawingId}';
  return (await readData(api.PATCH(address, { params: { path }, body: toBody(points) }))).drawing;
}

function destroy(sessionId: number, drawingId: number): Promise<unknown> {
  const path = { id: sessionId, drawingId };
  return readData(api.DELETE('/api/stock-cycle/sessions/{id}/drawings/{drawingId}', { params: { path } }));
}

function toBody({ fromDate, fromPrice, toDate, toPrice }: DrawingPoints): {
  from_date: string;
  from_price: number;
  to_date?: string | null;
  to_price?: number | null;
} {
  const first = { from_date: fromDate, from_price: fromPrice };
  return toDate === null ? first : { ...first, to_date: toDate, to_price: toPrice };
}
