import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Database } from '#lib/database';
import { csvText } from './csv-text';
import type { SeoKind } from './domain/import-kind';
import { exportHeader, exportPage } from './persistence/export-pages.query';
import { SeoImportsService } from './seo-imports.service';

/** Records in memory at once. */
const PAGE_ROWS = 5000;

/** The store as CSV files that its own import reads again. */
@Injectable()
export class SeoExportService {
  constructor(
    private readonly db: Database,
    private readonly imports: SeoImportsService,
  ) {}

  /** All records of a kind (deleted keywords excepted), read as they are consumed. */
  records(kind: SeoKind): Readable {
    return Readable.from(this.pages(kind));
  }

  /** The rejected rows of an import: line, reason, and the row as it stood. @throws AppError `not_found`, at once. */
  async rejectedRows(importId: number): Promise<Readable> {
    await this.imports.get(importId);
    return Readable.from(this.rejectedPages(importId));
  }

  private async *pages(kind: SeoKind): AsyncGenerator<string> {
    yield csvText([exportHeader(kind)]);
    for (let after = 0; ;) {
      const { cells, lastId } = await exportPage(this.db, kind, after, PAGE_ROWS);
      if (lastId === undefined) return;
      yield csvText(cells);
      after = lastId;
    }
  }

  private async *rejectedPages(importId: number): AsyncGenerator<string> {
    yield csvText([['line', 'reason', 'row']]);
    for (let after = 0; ;) {
      const rows = await this.imports.rejected(importId, after, PAGE_ROWS);
      const last = rows.at(-1);
      if (last === undefined) return;
      yield csvText(rows.map(({ line, reason, rowText }) => [line, reason, rowText]));
      after = last.line;
    }
  }
}
