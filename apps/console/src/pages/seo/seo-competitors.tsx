import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, readData } from '../../api/client';
import { NOTHING, useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { AddressField } from './address-field';
import { CompetitorForm } from './competitor-form';
import { PAGE_ROWS, useSeoAddress } from './seo-address';
import { seoFieldMessages } from './seo-field-messages';
import { NoRow, OpenRow, SeoList } from './seo-list';
import { seoMessages } from './seo-messages';
import styles from './seo.module.css';

/** Competitors' sites by their domain. */
export function SeoCompetitors(): ReactNode {
  const t = useMessages(seoMessages);
  const fields = useMessages(seoFieldMessages);
  const formats = useFormats();
  const { get, offset, set } = useSeoAddress();
  const search = get('search');
  const query = { ...(search === '' ? {} : { search }), limit: PAGE_ROWS, offset };
  const list = useQuery({
    queryKey: ['seo', 'competitors', query],
    queryFn: () => readData(api.GET('/api/seo/competitors', { params: { query } })),
    placeholderData: keepPreviousData,
  });
  return (
    <SeoList
      kind="competitors"
      list={list}
      filters={
        <>
          <AddressField name="search" label={t.search} className={styles.search} />
          <Button onClick={() => set({ new: '1', open: '' })}>{t.add}</Button>
        </>
      }
      columns={[
        { key: 'domain', head: fields.domain, cell: (row) => <OpenRow id={row.id}>{row.domain}</OpenRow> },
        { key: 'name', head: fields.name, wideOnly: true, cell: ({ name }) => name ?? NOTHING },
        {
          key: 'visits',
          head: fields.monthly_visits,
          numeric: true,
          cell: (row) => formats.count(row.monthly_visits === null ? null : Number(row.monthly_visits)),
        },
        {
          key: 'rank',
          head: fields.global_rank,
          numeric: true,
          wideOnly: true,
          cell: (row) => formats.count(row.global_rank),
        },
        { key: 'tags', head: fields.tags, wideOnly: true, cell: ({ tags }) => tags ?? NOTHING },
      ]}
      facts={(row) => {
        if (row !== undefined) return <CompetitorForm key={row.id} record={row} />;
        return get('new') === '1' && get('open') === '' ? <CompetitorForm record={undefined} /> : <NoRow />;
      }}
    />
  );
}
