import { daysBack, type RetentionRule } from '#lib/database';

export const SEO_RETENTION: readonly RetentionRule[] = [
  {
    keep: 'rejectedRows',
    table: 'seo_import_reject',
    what: 'Rows that imports of SEO files rejected',
    expired: `exists (select from seo_import i where i.id = t.import_id and ${daysBack('i.finished_at')})`,
  },
  {
    keep: 'importChanges',
    table: 'seo_import_change',
    what: 'What SEO imports changed, by which they can be undone',
    expired: `exists (select from seo_import i where i.id = t.import_id and ${daysBack('i.finished_at')} and not exists (
      select from job j where j.id = i.undo_job_id and j.state in ('queued', 'running')))`,
  },
  {
    keep: 'keywordHistory',
    table: 'seo_keyword_history',
    what: 'Figures of keywords that newer imports replaced',
    expired: daysBack('t.replaced_at'),
  },
  {
    keep: 'imports',
    table: 'seo_import',
    what: 'Reports of SEO imports; what they stored stays',
    expired: daysBack('t.finished_at'),
  },
];
