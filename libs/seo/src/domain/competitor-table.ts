import { toReadResult, requireValue } from './cell-reader';
import { COMPETITOR_FIELDS, type CompetitorField, readCompetitorField } from './competitor-values';
import type { FileHints } from './import-kind';
import { type ReadResult, quoteValue } from './read-result';
import type { StagedRow } from './record-reader';
import { findColumns } from './table-columns';
import type { SeoTable } from './table-reader';

/** Columns of the staging table, in the order of a row's values. */
export const COMPETITOR_STAGING = ['domain', ...COMPETITOR_FIELDS] as const;

type Field = CompetitorField | 'domain';

const SPELLINGS = Object.fromEntries(
  COMPETITOR_STAGING.map((field) => [field, [field.replaceAll('_', '')]]),
) as unknown as Readonly<Record<Field, readonly string[]>>;

/**
 * Understands the header of a competitor file; undefined if it has no domain.
 * @param domainOf reads a domain, or gives undefined.
 */
export function openCompetitorTable(
  header: readonly string[],
  domainOf: (text: string) => string | undefined,
  hints: FileHints = {},
): SeoTable | undefined {
  const columns = findColumns<Field>(header, SPELLINGS);
  const domainColumn = columns.get('domain');
  if (domainColumn === undefined) return undefined;
  return {
    format: 'own',
    present: new Set<string>(columns.keys()),
    columns,
    read: (cells): ReadResult<StagedRow> =>
      toReadResult(() => {
        const written = cells[domainColumn] ?? '';
        const domain = domainOf(written);
        if (domain === undefined) {
          return requireValue<StagedRow>({
            problem: `domain must be a domain such as example.com; received ${quoteValue(written)}`,
          });
        }
        const values = COMPETITOR_FIELDS.map((field) => {
          const column = columns.get(field);
          return column === undefined
            ? null
            : requireValue(
                readCompetitorField(field, header[column]?.trim() ?? field, cells[column] ?? '', hints.decimal),
              );
        });
        return { key: domain, values: [domain, ...values] };
      }),
  };
}
