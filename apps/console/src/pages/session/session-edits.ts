import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Schemas } from '../../api/client';
import { Failure } from '../../api/failure';
import { useNotices } from '../../parts/undo';
import { useMessages } from '../../i18n/messages';
import { type SessionDetail, sessionKey, type SessionRow, writeSession } from './session-detail';
import { sessionMessages } from './session-messages';

type Body = Schemas['UpdateSessionBody'];

export interface SessionEdit {
  readonly body: Body;
  /** How the session will look, shown until the server has answered. */
  readonly guess: Partial<SessionRow>;
  /** What was done, in the chosen language. */
  readonly sentence: string;
  /** Takes it back; left out if nothing changes. */
  readonly undo?: Body;
}

/**
 * Changes a session: shown at once, one after the other, taken back by its notice.
 * @returns whether it was done; what was not is said.
 */
export function useSessionEdits(id: number): (edit: SessionEdit) => Promise<boolean> {
  const t = useMessages(sessionMessages);
  const queries = useQueryClient();
  const { done, failed, offer } = useNotices();
  const key = sessionKey(id);
  const show = (session: Partial<SessionRow>): void => {
    queries.setQueryData<SessionDetail>(key, (detail) =>
      detail === undefined ? detail : { ...detail, session: { ...detail.session, ...session } },
    );
  };
  const { mutateAsync } = useMutation({
    scope: { id: `session-${id}` },
    mutationFn: (body: Body) => writeSession(id, body),
    onSuccess: show,
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ['sessions'] });
      void queries.invalidateQueries({ queryKey: ['queues'] });
    },
    // Reading again also notes the version that a second try is made from.
    onError: () => queries.invalidateQueries({ queryKey: key }),
  });
  const apply = async ({ body, guess, sentence: said, undo }: SessionEdit): Promise<boolean> => {
    await queries.cancelQueries({ queryKey: key });
    show(guess);
    try {
      await mutateAsync(body);
    } catch (error) {
      if (!(error instanceof Failure && error.status === 412)) {
        failed(error);
        return false;
      }
      // The undo of what was not done would lead back to what nobody sees any more.
      offer(t.changedMeanwhile(said), t.doAgain(said), () => apply({ body, guess, sentence: said }));
      return false;
    }
    done(said, undo === undefined ? undefined : () => mutateAsync(undo));
    return true;
  };
  return apply;
}
