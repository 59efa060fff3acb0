import type { ReactNode } from 'react';
import { DenseTable } from '../../parts/dense-table';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import styles from './ai.module.css';
import { csvMessages } from './csv-messages';
import { type CsvTable, readCsvTables } from './read-csv';
import { runMessages } from './run-messages';

/** Prices that daily prompts give in fen, and weekly ones in yuan. */
const PRICES = new Set(['o', 'h', 'l', 'c']);
const FIGURE = /^-?[\d.]+$/;

/** The market data that a model was given, under words in the place of its short names. */
export function RunCsv({ text }: { text: string }): ReactNode {
  const messages = useMessages(runMessages);
  const formats = useFormats();
  const names: Readonly<Record<string, string>> = useMessages(csvMessages);
  const isHead = (record: readonly string[]): boolean => record.length > 1 && record.every((cell) => cell in names);
  const tables = readCsvTables(text, isHead);
  const toTitle = ({ head, rows }: CsvTable): string =>
    tables.length === 1
      ? messages.csv
      : (head.includes('date') ? messages.csvWindow : messages.csvBefore)(formats.count(rows.length));
  return tables.map((table, index) => (
    <section key={index} className={styles.stack}>
      {tables.length > 1 && <h3 className={styles.subhead}>{toTitle(table)}</h3>}
      <div className={styles.tall}>
        <DenseTable
          caption={toTitle(table)}
          columns={table.head.map((name, column) => ({
            key: `${column} ${name}`,
            head: toHead(name, table, names, messages.inFen),
            numeric: table.rows.some((row) => FIGURE.test(row[column] ?? '')),
            cell: (row: readonly string[]) => row[column],
          }))}
          rows={table.rows}
          rowKey={(row) => table.rows.indexOf(row)}
        />
      </div>
    </section>
  ));
}

function toHead(
  name: string,
  { head }: CsvTable,
  names: Readonly<Record<string, string>>,
  inFen: (price: string) => string,
): string {
  const shown = names[name] ?? name;
  return PRICES.has(name) && !head.includes('week_end') ? inFen(shown) : shown;
}
