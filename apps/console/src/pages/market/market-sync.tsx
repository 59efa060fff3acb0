import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import { api, dataOf } from '../../api/client';
import { Facts } from '../../parts/facts';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Page, Panel } from '../../parts/page';
import { Progress } from '../../parts/progress';
import { StatusWord } from '../../parts/status-word';
import { NOTHING, useFormats } from '../../words/formats';
import { useWords } from '../../words/words';
import { marketWords } from './market-words';
import { isUnderWay } from './sync-panel';
import styles from './market.module.css';

const LOOK_AGAIN_MS = 1000;

/** One sync with Tushare, followed until it ends. */
export function MarketSync({ id }: { id: number }): ReactNode {
  const say = useWords(marketWords);
  const formats = useFormats();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['syncs', id],
    queryFn: () => dataOf(api.GET('/api/market/syncs/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state }) => (state.data !== undefined && isUnderWay(state.data) ? LOOK_AGAIN_MS : false),
  });
  const ended = data !== undefined && !isUnderWay(data);
  useEffect(() => {
    if (ended) void queries.invalidateQueries({ queryKey: ['coverage'] });
  }, [ended, queries]);
  return (
    <Page title={say.syncNumber(id)} aside={<Link href="/market">{say.toMarket}</Link>}>
      <Panel>
        {error !== null && <FailureNote error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <Loading />}
        {data !== undefined && (
          <div className={styles.stack}>
            <Progress label={say.progress} done={data.unitsDone} total={data.unitsTotal}>
              <StatusWord status={data.status} />
              {data.resumeAt !== null && <span>{say.resumeAt(formats.instant(data.resumeAt))}</span>}
            </Progress>
            {data.error !== null && <p className={styles.error}>{`⚠ ${data.error}`}</p>}
            <Facts
              facts={[
                [say.kind, say[data.kind]],
                [say.span, `${data.from} – ${data.to}`],
                [say.stage, data.stage ?? NOTHING],
                [say.calls, formats.count(data.calls)],
                [say.rows, formats.count(data.rows)],
                [say.startedBy, data.startedBy ?? say.bySchedule],
                [say.startedAt, formats.instant(data.startedAt)],
                [say.finishedAt, formats.instant(data.finishedAt)],
              ]}
            />
          </div>
        )}
      </Panel>
    </Page>
  );
}
