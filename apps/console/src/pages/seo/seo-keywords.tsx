import { Button, Checkbox } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, readData, type Schemas } from '../../api/client';
import { Facts } from '../../parts/facts';
import { Panel } from '../../parts/page';
import { NOTHING, useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { AddressField } from './address-field';
import { useDeletion } from './deletion';
import { useKeywordMetrics } from './keyword-metrics';
import { KeywordHistory } from './keyword-history';
import { PAGE_ROWS, useSeoAddress } from './seo-address';
import { seoFieldMessages } from './seo-field-messages';
import { NoRow, OpenRow, SeoList } from './seo-list';
import { seoMessages } from './seo-messages';
import styles from './seo.module.css';

type Keyword = Schemas['KeywordRowResponse'];

/** Keywords by search volume. */
export function SeoKeywords(): ReactNode {
  const t = useMessages(seoMessages);
  const fields = useMessages(seoFieldMessages);
  const figures = useKeywordMetrics({ wideOnly: true });
  const { get, offset } = useSeoAddress();
  const filters = Object.fromEntries(
    (['search', 'language', 'market', 'source'] as const).flatMap((name) => {
      const value = get(name);
      return value === '' ? [] : [[name, value]];
    }),
  );
  const query = { ...filters, deleted: get('deleted') === '1', limit: PAGE_ROWS, offset };
  const list = useQuery({
    queryKey: ['seo', 'keywords', query],
    queryFn: () => readData(api.GET('/api/seo/keywords', { params: { query } })),
    placeholderData: keepPreviousData,
  });
  return (
    <SeoList
      kind="keywords"
      list={list}
      filters={
        <>
          <AddressField name="search" label={t.search} className={styles.search} />
          <AddressField name="language" label={fields.language} className={styles.short} />
          <AddressField name="market" label={fields.market} className={styles.short} />
          <AddressField name="source" label={fields.source} className={styles.short} />
          <DeletedFilter />
        </>
      }
      columns={[
        { key: 'keyword', head: fields.keyword, cell: (row) => <OpenRow id={row.id}>{row.keyword}</OpenRow> },
        ...figures,
        { key: 'language', head: fields.language, wideOnly: true, cell: ({ language }) => language },
        { key: 'market', head: fields.market, cell: ({ market }) => market ?? NOTHING },
        { key: 'source', head: fields.source, wideOnly: true, cell: ({ source }) => source },
      ]}
      facts={(row) => (row === undefined ? <NoRow /> : <KeywordFacts row={row} />)}
    />
  );
}

/** Shows the deleted records in place of the others. */
export function DeletedFilter(): ReactNode {
  const t = useMessages(seoMessages);
  const { get, filter } = useSeoAddress();
  return (
    <Checkbox
      label={t.deleted}
      checked={get('deleted') === '1'}
      onChange={({ currentTarget }) => filter({ deleted: currentTarget.checked ? '1' : '' })}
    />
  );
}

function KeywordFacts({ row }: { row: Keyword }): ReactNode {
  const t = useMessages(seoMessages);
  const fields = useMessages(seoFieldMessages);
  const formats = useFormats();
  const { remove, restore } = useDeletion('keywords');
  const score = (value: number | null): string => formats.decimal(value, 1);
  const siteFacts = ({ clicks, impressions, ctr, position }: Keyword): [string, string][] =>
    clicks === null && impressions === null && ctr === null && position === null
      ? []
      : [
          [fields.clicks, formats.count(clicks)],
          [fields.impressions, formats.count(impressions)],
          [fields.ctr, formats.decimal(ctr, 2)],
          [fields.position, formats.decimal(position, 1)],
        ];
  return (
    <Panel
      title={row.keyword}
      aside={
        row.deletedAt === null ? (
          <Button variant="default" onClick={() => remove(row.id, row.keyword)}>
            {t.remove}
          </Button>
        ) : (
          <Button variant="default" onClick={() => restore(row.id, row.keyword)}>
            {t.restore}
          </Button>
        )
      }
    >
      <Facts
        facts={[
          [fields.search_volume, formats.count(row.searchVolume)],
          [fields.keyword_difficulty, formats.decimal(row.keywordDifficulty, 0)],
          [fields.cpc, `${formats.decimal(row.cpc, 2)} ${row.cpc === null ? '' : (row.cpcCurrency ?? '')}`.trim()],
          [fields.competition, formats.decimal(row.competition, 2)],
          [
            fields.number_of_results,
            row.numberOfResults === null ? NOTHING : formats.count(Number(row.numberOfResults)),
          ],
          [fields.trend_score, score(row.trendScore)],
          [fields.commercial_score, score(row.commercialScore)],
          [fields.overall_score, score(row.overallScore)],
          [fields.kws, score(row.kws)],
          ...siteFacts(row),
          [fields.language, row.language],
          [fields.market, row.market ?? NOTHING],
          [fields.source, row.source],
          [fields.metric_source, row.metricSource ?? NOTHING],
          [fields.as_of, row.asOf ?? NOTHING],
          [fields.updated_at, formats.instant(row.updatedAt)],
        ]}
      />
      <KeywordHistory of={row} />
    </Panel>
  );
}
