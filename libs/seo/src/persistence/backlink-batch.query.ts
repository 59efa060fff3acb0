import { BACKLINK_STAGING } from '../domain/backlink-table';
import { buildBatchSql } from './merge-request';

const REST = BACKLINK_STAGING.filter((column) => column !== 'from_url');
/** The stored key of a further link of a page: its address with a mark of the target, which still opens the page. */
const FURTHER = `r.from_url || '#to-' || md5(coalesce(r.to_url, ''))`;

/**
 * The rows of a batch with the key that they have in the store. The first link of a page is stored under the page's address;
 * links of it to other targets under the address with a mark of the target, and `page_url` then holds the address. So the
 * unique key is the one of builds that know one link a page (docs/seo.md). A file without targets speaks of the first link;
 * a stored link without a target takes the first target that a file has.
 */
export function buildBacklinkBatchSql(staging: string, present: ReadonlySet<string>): string {
  if (!present.has('to_url')) {
    return `rows_of_file as materialized (${buildBatchSql(staging)}),
      batch as materialized (select *, null::text as page_url from rows_of_file)`;
  }
  return `rows_of_file as materialized (${buildBatchSql(staging)}),
    linked as (
      select r.*, x.id is not null as further, m.id is null or m.to_url is null as free,
        m.id is not null and m.to_url is not distinct from r.to_url as same
      from rows_of_file r left join seo_backlink m on m.from_url = r.from_url
      left join seo_backlink x on x.from_url = ${FURTHER}
    ),
    placed as (
      select r.*, r.same or (r.free and not r.further and
        row_number() over (partition by r.from_url order by r.same desc, r.further, r.line) = 1) as first
      from linked r
    ),
    batch as materialized (
      select r.key, r.line, case when r.first then r.from_url else ${FURTHER} end as from_url,
        case when not r.first then r.from_url end as page_url, ${REST.map((column) => `r.${column}`).join(', ')}
      from placed r
    )`;
}

/**
 * The scores of two vendors are stored separately; `page_authority`, by which a lookup sorts, is what a file of our own supplied,
 * else Semrush's score, else Ahrefs' rating, whichever file came last.
 */
export function buildPageAuthority(present: ReadonlySet<string>): Readonly<Record<string, string>> {
  const lost = present.has('is_lost') ? 's.is_lost' : 'coalesce(t.is_lost, false)';
  if (present.has('page_authority')) return { is_lost: lost };
  const ascore = present.has('semrush_ascore') ? 's.semrush_ascore' : 't.semrush_ascore';
  const rating = present.has('ahrefs_ur') ? 's.ahrefs_ur' : 't.ahrefs_ur';
  const supplied = `t.page_authority is not null and t.semrush_ascore is null and t.ahrefs_ur is null
    and coalesce(t.source, '') not in ('semrush', 'ahrefs')`;
  const vendors = present.has('semrush_ascore') || present.has('ahrefs_ur');
  const derived = `case when ${supplied} then t.page_authority else coalesce(${ascore}, ${rating}) end`;
  return { is_lost: lost, page_authority: vendors ? derived : 't.page_authority' };
}
