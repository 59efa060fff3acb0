import { EnumField } from './fields/choice-fields';

export const LIST_FORMATS = ['json', 'csv'] as const;
export type ListFormat = (typeof LIST_FORMATS)[number];

/** How a list is answered, in the query. */
export const FormatField = (): PropertyDecorator =>
  EnumField(LIST_FORMATS, {
    optional: true,
    description: 'csv: the whole list as one file, as with Accept: text/csv; limit and offset count for json alone',
  });

/** Whether a list is asked for as CSV: by the query, else by the Accept header. */
export function wantsCsv(format: ListFormat | undefined, accept: string | undefined): boolean {
  if (format !== undefined) return format === 'csv';
  return accept?.toLowerCase().includes('text/csv') === true;
}
