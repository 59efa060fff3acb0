import { daysBack, type RetentionRule } from '#lib/database';

export const SEO_RETENTION: readonly RetentionRule[] = [
  {
    keep: 'rejectedRows',
    table: 'seo_import_reject',
    what: 'Rows that imports of SEO files rejected',
    expired: `exists (select from seo_import i where i.id = t.import_id and ${daysBack('i.finished_at')})`,
  },
  {
    keep: 'imports',
    table: 'seo_import',
    what: 'Reports of SEO imports; what they stored stays',
    expired: daysBack('t.finished_at'),
  },
];
