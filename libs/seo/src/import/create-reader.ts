import { openBacklinkTable } from '../domain/backlink-table';
import { openCompetitorTable } from '../domain/competitor-table';
import type { FileHints, SeoKind } from '../domain/import-kind';
import { openKeywordTable } from '../domain/keyword-table';
import type { RecordReader } from '../domain/record-reader';
import { TableReader } from '../domain/table-reader';
import { TrendReader } from '../domain/trend-reader';
import { parseSiteDomain } from '../site-domain';

/** The reader of a kind of file. */
export function createReader(kind: SeoKind, hints: FileHints): RecordReader {
  const file = hints.fileName === undefined ? 'the file' : `the file ${JSON.stringify(hints.fileName)}`;
  switch (kind) {
    case 'keywords':
      return new TableReader((header) => openKeywordTable(header, hints), 'keyword', file);
    case 'backlinks':
      return new TableReader(
        (header) => openBacklinkTable(header, hints),
        'fromUrl (or Source url, Referring page URL)',
        file,
      );
    case 'competitors':
      return new TableReader((header) => openCompetitorTable(header, parseSiteDomain, hints), 'domain', file);
    case 'trends':
      return new TrendReader(hints);
  }
}
