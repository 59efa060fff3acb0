import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Regions and spans of trends, further links of a page, scores by vendor, a site's own clicks, and what an import warns of.
 * The unique keys stay those of earlier builds: `seo_trend.period` holds the span with the region behind an `@`, and
 * `seo_backlink.from_url` a mark of the target where `page_url` holds the address (docs/seo.md).
 */
export class KeepAllSeo1769000000400 implements MigrationInterface {
  name = 'KeepAllSeo1769000000400';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table seo_keyword add column clicks bigint, add column impressions bigint,
         add column ctr double precision, add column position double precision`,
    );
    await runner.query(`alter table seo_trend add column span text collate "C", add column geo text collate "C"`);
    await runner.query(
      `alter table seo_backlink add column page_url text collate "C", add column semrush_ascore double precision,
         add column ahrefs_ur double precision, add column is_lost boolean not null default false`,
    );
    await runner.query(`create index seo_backlink_page on seo_backlink (page_url) where page_url is not null`);
    await runner.query(
      `alter table seo_import add column geo text, add column period text, add column warnings jsonb,
         add column deleted bigint not null default 0`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table seo_import drop column geo, drop column period, drop column warnings, drop column deleted',
    );
    await runner.query(
      `alter table seo_backlink drop column page_url, drop column semrush_ascore, drop column ahrefs_ur, drop column is_lost`,
    );
    await runner.query('alter table seo_trend drop column span, drop column geo');
    await runner.query(
      `alter table seo_keyword drop column clicks, drop column impressions, drop column ctr, drop column position`,
    );
  }
}
