import { Button, NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, readData, type Schemas } from '../../api/client';
import { Facts } from '../../parts/facts';
import { Panel } from '../../parts/page';
import { NOTHING, useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { AddressField } from './address-field';
import { useDeletion } from './deletion';
import { PAGE_ROWS, useSeoAddress } from './seo-address';
import { seoFieldMessages } from './seo-field-messages';
import { DeletedFilter } from './seo-keywords';
import { NoRow, OpenRow, SeoList } from './seo-list';
import { seoMessages } from './seo-messages';
import styles from './seo.module.css';

type Backlink = Schemas['BacklinkRowResponse'];

/** Pages that link to us, best first. */
export function SeoBacklinks(): ReactNode {
  const t = useMessages(seoMessages);
  const fields = useMessages(seoFieldMessages);
  const formats = useFormats();
  const { get, offset, filter } = useSeoAddress();
  const search = get('search');
  const match = get('match') === 'host' ? 'host' : 'contains';
  const query = {
    ...(search === '' ? {} : { search }),
    match,
    deleted: get('deleted') === '1',
    limit: PAGE_ROWS,
    offset,
  } as const;
  const list = useQuery({
    queryKey: ['seo', 'backlinks', query],
    queryFn: () => readData(api.GET('/api/seo/backlinks', { params: { query } })),
    placeholderData: keepPreviousData,
  });
  return (
    <SeoList
      kind="backlinks"
      list={list}
      filters={
        <>
          <AddressField name="search" label={t.search} className={styles.search} />
          <NativeSelect
            label={t.match}
            value={match}
            onChange={({ currentTarget }) => filter({ match: currentTarget.value === 'host' ? 'host' : '' })}
            data={[
              { value: 'contains', label: t.contains },
              { value: 'host', label: t.host },
            ]}
          />
          <DeletedFilter />
        </>
      }
      columns={[
        { key: 'from', head: fields.from_url, cell: (row) => <OpenRow id={row.id}>{row.fromUrl}</OpenRow> },
        { key: 'anchor', head: fields.anchor, wideOnly: true, cell: ({ anchor }) => anchor ?? NOTHING },
        {
          key: 'quality',
          head: fields.quality_score,
          numeric: true,
          wideOnly: true,
          cell: (row) => formats.decimal(row.qualityScore, 0),
        },
        {
          key: 'page',
          head: fields.page_authority,
          numeric: true,
          cell: (row) => formats.decimal(row.pageAuthority, 0),
        },
      ]}
      facts={(row) => (row === undefined ? <NoRow /> : <BacklinkFacts row={row} />)}
    />
  );
}

function BacklinkFacts({ row }: { row: Backlink }): ReactNode {
  const t = useMessages(seoMessages);
  const fields = useMessages(seoFieldMessages);
  const formats = useFormats();
  const { remove, restore } = useDeletion('backlinks');
  return (
    <Panel
      title={row.title ?? row.fromUrl}
      aside={
        row.deletedAt === null ? (
          <Button variant="default" onClick={() => remove(row.id, row.fromUrl)}>
            {t.remove}
          </Button>
        ) : (
          <Button variant="default" onClick={() => restore(row.id, row.fromUrl)}>
            {t.restore}
          </Button>
        )
      }
    >
      <Facts
        facts={[
          [fields.from_url, row.fromUrl],
          [fields.to_url, row.toUrl ?? NOTHING],
          [fields.anchor, row.anchor ?? NOTHING],
          [fields.quality_score, formats.decimal(row.qualityScore, 1)],
          [fields.page_authority, formats.decimal(row.pageAuthority, 1)],
          [fields.domain_authority, formats.decimal(row.domainAuthority, 1)],
          [fields.nofollow, row.nofollow === null ? NOTHING : row.nofollow ? t.yes : t.no],
          [fields.source, row.source ?? NOTHING],
          [fields.first_seen, row.firstSeen ?? NOTHING],
          [fields.last_seen, row.lastSeen ?? NOTHING],
          [fields.updated_at, formats.instant(row.updatedAt)],
        ]}
      />
    </Panel>
  );
}
