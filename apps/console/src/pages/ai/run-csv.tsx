import type { ReactNode } from 'react';
import { DenseTable } from '../../parts/dense-table';
import { useFormats } from '../../words/formats';
import { useWords } from '../../words/words';
import styles from './ai.module.css';
import { csvWords } from './csv-words';
import { type CsvTable, readCsvTables } from './read-csv';
import { runWords } from './run-words';

/** Prices that daily prompts give in fen, and weekly ones in yuan. */
const PRICES = new Set(['o', 'h', 'l', 'c']);
const FIGURE = /^-?[\d.]+$/;

/** The market data that a model was given, under words in the place of its short names. */
export function RunCsv({ text }: { text: string }): ReactNode {
  const words = useWords(runWords);
  const formats = useFormats();
  const names: Readonly<Record<string, string>> = useWords(csvWords);
  const isHead = (record: readonly string[]): boolean => record.length > 1 && record.every((cell) => cell in names);
  const tables = readCsvTables(text, isHead);
  const titleOf = ({ head, rows }: CsvTable): string =>
    tables.length === 1
      ? words.csv
      : (head.includes('date') ? words.csvWindow : words.csvBefore)(formats.count(rows.length));
  return tables.map((table, index) => (
    <section key={index} className={styles.stack}>
      {tables.length > 1 && <h3 className={styles.subhead}>{titleOf(table)}</h3>}
      <div className={styles.tall}>
        <DenseTable
          caption={titleOf(table)}
          columns={table.head.map((name, column) => ({
            key: `${column} ${name}`,
            head: headOf(name, table, names, words.inFen),
            figure: table.rows.some((row) => FIGURE.test(row[column] ?? '')),
            cell: (row: readonly string[]) => row[column],
          }))}
          rows={table.rows}
          rowKey={(row) => table.rows.indexOf(row)}
        />
      </div>
    </section>
  ));
}

function headOf(
  name: string,
  { head }: CsvTable,
  names: Readonly<Record<string, string>>,
  inFen: (price: string) => string,
): string {
  const shown = names[name] ?? name;
  return PRICES.has(name) && !head.includes('week_end') ? inFen(shown) : shown;
}
