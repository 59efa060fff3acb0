import type { DecimalMark } from './decimal-mark';

/** What a file brings. */
export const SEO_KINDS = ['keywords', 'trends', 'backlinks', 'competitors'] as const;
export type SeoKind = (typeof SEO_KINDS)[number];

/** What is known of a file besides its text. */
export interface FileHints {
  /** As the person's machine names it, without folders; exports put market and day in it. */
  fileName?: string | undefined;
  /** The seed keyword of a Google Trends file that doesn't name it. */
  keyword?: string | undefined;
  /** Region and span of a trend file that doesn't name them. */
  geo?: string | undefined;
  period?: string | undefined;
  /** Market and language of rows that name none. */
  market?: string | undefined;
  language?: string | undefined;
  /** How its numbers are written; found in its first rows. */
  decimal?: DecimalMark | undefined;
}

/** What a person should look at although the file was read. */
export const IMPORT_WARNINGS = ['no_metric_column'] as const;
export type ImportWarning = (typeof IMPORT_WARNINGS)[number];
