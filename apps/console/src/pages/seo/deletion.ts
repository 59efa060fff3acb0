import { useQueryClient } from '@tanstack/react-query';
import { api, readData } from '../../api/client';
import { useNotices } from '../../parts/undo';
import { useMessages } from '../../i18n/messages';
import { seoMessages } from './seo-messages';

type Deletable = 'keywords' | 'backlinks';

interface Listed {
  items: { id: number }[];
}

export interface Deletion {
  readonly remove: (id: number, name: string) => void;
  readonly restore: (id: number, name: string) => void;
}

/** Takes a record out of the list at once, or brings it back; for eight seconds that can be taken back. */
export function useDeletion(kind: Deletable): Deletion {
  const t = useMessages(seoMessages);
  const queries = useQueryClient();
  const { done, failed } = useNotices();
  const queryKey = ['seo', kind];
  const notify = (call: Promise<unknown>): Promise<unknown> =>
    call.finally(() => void queries.invalidateQueries({ queryKey }));
  const removing = (id: number): Promise<unknown> =>
    notify(
      kind === 'keywords'
        ? readData(api.DELETE('/api/seo/keywords/{id}', { params: { path: { id } } }))
        : readData(api.DELETE('/api/seo/backlinks/{id}', { params: { path: { id } } })),
    );
  const restoring = (id: number): Promise<unknown> =>
    notify(
      kind === 'keywords'
        ? readData(api.POST('/api/seo/keywords/{id}/restore', { params: { path: { id } } }))
        : readData(api.POST('/api/seo/backlinks/{id}/restore', { params: { path: { id } } })),
    );
  const hide = (id: number): void => {
    queries.setQueriesData<Listed>({ queryKey }, (page) =>
      page === undefined ? page : { ...page, items: page.items.filter((item) => item.id !== id) },
    );
  };
  return {
    remove: (id, name) => {
      hide(id);
      removing(id).then(() => done(t.removed(name), () => restoring(id)), failed);
    },
    restore: (id, name) => {
      hide(id);
      restoring(id).then(() => done(t.restored(name), () => removing(id)), failed);
    },
  };
}
