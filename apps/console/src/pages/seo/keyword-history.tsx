import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, dataOf, type Schemas } from '../../api/client';
import { DenseTable } from '../../parts/dense-table';
import { FailureNote } from '../../parts/failure-note';
import { useFormats } from '../../words/formats';
import { useWords } from '../../words/words';
import { historyPoints } from './history-points';
import { useKeywordFigures } from './keyword-figures';
import { seoFieldWords } from './seo-field-words';
import { seoWords } from './seo-words';
import { TrendLine } from './trend-line';
import styles from './seo.module.css';

const SHOWN = 20;

/** Figures that newer imports replaced: a line of the search volume up to now, and a table. Nothing where there are none. */
export function KeywordHistory({ of: keyword }: { of: Schemas['KeywordRowResponse'] }): ReactNode {
  const say = useWords(seoWords);
  const fields = useWords(seoFieldWords);
  const formats = useFormats();
  const figures = useKeywordFigures();
  const { id } = keyword;
  const { data, error, refetch } = useQuery({
    queryKey: ['seo', 'keywords', 'history', id],
    queryFn: () =>
      dataOf(api.GET('/api/seo/keywords/{id}/history', { params: { path: { id }, query: { limit: SHOWN } } })),
  });
  if (error !== null) return <FailureNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined || data.items.length === 0) return null;
  const points = historyPoints(data.items, keyword);
  const ofSite = data.items.some(({ clicks, position }) => clicks !== null || position !== null);
  return (
    <>
      <h3>{say.history}</h3>
      {points.length > 1 && <TrendLine points={points} label={say.historyOf(keyword.keyword)} />}
      <DenseTable
        caption={say.history}
        rows={data.items}
        rowKey={({ replacedBy }) => replacedBy}
        columns={[
          { key: 'day', head: say.day, figure: true, cell: ({ asOf, storedAt }) => asOf ?? storedAt.slice(0, 10) },
          ...figures,
          ...(ofSite
            ? [
                {
                  key: 'clicks',
                  head: fields.clicks,
                  figure: true,
                  cell: ({ clicks }: { clicks: number | null }) => formats.count(clicks),
                },
                {
                  key: 'position',
                  head: fields.position,
                  figure: true,
                  cell: ({ position }: { position: number | null }) => formats.decimal(position, 1),
                },
              ]
            : []),
          {
            key: 'until',
            head: say.until,
            figure: true,
            wideOnly: true,
            cell: ({ replacedAt }) => formats.instant(replacedAt),
          },
        ]}
      />
      {data.pagination.hasMore && (
        <p className={styles.hint}>{say.moreHistory(formats.count(data.pagination.total))}</p>
      )}
    </>
  );
}
