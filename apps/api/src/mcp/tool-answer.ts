import { AppError } from '#lib/kernel';
import { writeCursor } from './page-cursor';
import { type Column, renderTable } from './text-table';

/** Characters of the structured result and its text together. */
export const LONGEST_ANSWER = 40_000;

/** What a tool answers. */
export interface ToolAnswer {
  /** As REST gives it. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The same for readers of text: a table, with prices and percentages rounded. */
  readonly text: string;
  /** For the audit. */
  readonly rows: number;
}

export interface AnsweredPage<Row> {
  readonly items: readonly Row[];
  readonly total: number;
  readonly offset: number;
  readonly columns: readonly Column<Row>[];
  /** Fields other than the items. */
  readonly more?: Readonly<Record<string, unknown>>;
  /** Above the table. */
  readonly heading?: string;
}

/** The text that tells of a page, and the commas and names around the items. */
const AROUND_ITEMS = 400;

/** A page of a list. Items beyond {@link LONGEST_ANSWER} are left to the next page. */
export function answerPage<Row>(page: AnsweredPage<Row>): ToolAnswer {
  const { total, offset, more = {} } = page;
  const items = fit(page);
  const cut = page.items.length - items.length;
  const next = offset + items.length;
  const data = { items, next_cursor: next < total && items.length > 0 ? writeCursor(next) : null, total, ...more };
  const notes = [
    page.heading,
    renderTable(items, page.columns),
    items.length === total ? undefined : `${items.length} of ${total}, from ${offset + 1} on.`,
    data.next_cursor === null ? undefined : `The next page: cursor ${data.next_cursor}`,
    cut === 0 ? undefined : `${cut} items did not fit into ${LONGEST_ANSWER} characters: they are on the next page.`,
  ];
  return { data, text: notes.filter((note) => note !== undefined).join('\n'), rows: items.length };
}

function fit<Row>({ items, columns, more = {}, heading = '' }: AnsweredPage<Row>): readonly Row[] {
  const room = LONGEST_ANSWER - JSON.stringify(more).length - heading.length - AROUND_ITEMS;
  let used = 0;
  const kept = items.findIndex((item, index) => {
    used += JSON.stringify(item).length + 1;
    return used + renderTable(items.slice(0, index + 1), columns).length > room;
  });
  return kept === -1 ? items : items.slice(0, kept);
}

/** @param narrower How to ask for less. @throws AppError `result_too_large`. */
export function requireShort({ data, text }: ToolAnswer, narrower: string): void {
  const length = JSON.stringify(data).length + text.length;
  if (length <= LONGEST_ANSWER) return;
  throw new AppError(
    'too_large',
    'result_too_large',
    `the result has ${length} characters, more than ${LONGEST_ANSWER}: ${narrower}`,
  );
}
