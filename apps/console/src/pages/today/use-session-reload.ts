import { useQueryClient } from '@tanstack/react-query';

/** Reads a session and the lists of work again after a write. */
export function useSessionReload(): (sessionId: number) => void {
  const queries = useQueryClient();
  return (sessionId) => {
    for (const queryKey of [
      ['session', sessionId],
      ['sessions'],
      ['queues'],
      ['auto-close'],
      ['risers'],
      ['first-steps'],
    ]) {
      void queries.invalidateQueries({ queryKey });
    }
  };
}
