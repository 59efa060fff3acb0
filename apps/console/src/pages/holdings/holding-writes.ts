import { useQueryClient } from '@tanstack/react-query';
import { api, readData, type Schemas } from '../../api/client';
import { useNotices } from '../../parts/undo';
import { useMessages } from '../../i18n/messages';
import { holdingsMessages } from './holdings-messages';
import type { Holding } from './sort-holdings';

type Values = Schemas['PositionRequest'];
type Change = Schemas['PositionsImportResponse']['changes'][number];

export const HOLDINGS = ['positions'];

export interface HoldingWrites {
  readonly reload: () => void;
  readonly put: (code: string, values: Values, before: Holding | undefined, onSaved: () => void) => void;
  readonly remove: (holding: Holding) => void;
  /** Puts back what an import changed. */
  readonly takeBack: (changes: readonly Change[]) => Promise<void>;
}

/** Changes of the holdings, each with one undo. */
export function useHoldingWrites(): HoldingWrites {
  const t = useMessages(holdingsMessages);
  const notices = useNotices();
  const queries = useQueryClient();
  const reload = (): void => {
    void queries.invalidateQueries({ queryKey: HOLDINGS });
    void queries.invalidateQueries({ queryKey: ['sessions'] });
  };
  const send = (code: string, body: Values): Promise<unknown> =>
    readData(api.PUT('/api/positions/{code}', { params: { path: { code } }, body })).finally(reload);
  const take = (code: string): Promise<unknown> =>
    readData(api.DELETE('/api/positions/{code}', { params: { path: { code } } })).finally(reload);
  const put: HoldingWrites['put'] = (code, values, before, onSaved) => {
    send(code, values).then(() => {
      const undo = before === undefined ? () => take(code) : () => send(code, toValues(before));
      notices.done(t.holdingSaved(before?.stockName ?? code), undo);
      onSaved();
    }, notices.failed);
  };
  const remove = (holding: Holding): void => {
    queries.setQueryData<Schemas['PositionListResponse']>(HOLDINGS, (known) => {
      if (known === undefined) return known;
      const items = known.items.filter(({ code }) => code !== holding.code);
      return { ...known, items, total: items.length };
    });
    take(holding.code).then(
      () => notices.done(t.removed(holding.stockName ?? holding.code), () => send(holding.code, toValues(holding))),
      notices.failed,
    );
  };
  const takeBack = async (changes: readonly Change[]): Promise<void> => {
    for (const { code, before } of changes) await (before === null ? take(code) : send(code, toValues(before)));
  };
  return { reload, put, remove, takeBack };
}

function toValues({ quantity, avgCost, openedAt }: Pick<Holding, 'quantity' | 'avgCost' | 'openedAt'>): Values {
  return { quantity, avg_cost: avgCost, opened_at: openedAt };
}
