/**
 * The schema of tables that jobs make and drop again while they work. It lies apart from `public`, whose tables are those
 * of the migrations and nothing else: a backup neither holds nor locks a staging table.
 */
export const STAGING_SCHEMA = 'staging';
