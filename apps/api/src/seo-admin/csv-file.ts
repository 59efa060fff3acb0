import type { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';

/** A reply that is a CSV file, sent as it is read. */
export function csvFile(content: Readable, name: string): StreamableFile {
  return new StreamableFile(content, {
    type: 'text/csv; charset=utf-8',
    disposition: `attachment; filename="${name}.csv"`,
  });
}
