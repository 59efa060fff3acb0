import type { Writable } from 'node:stream';
import { type Column, renderTable } from './table';
import { ProgressBar } from './progress-bar';

/** A stream that a person may look at. */
export type TextStream = Writable & { readonly isTTY?: boolean };

export interface OutputStreams {
  stdout: TextStream;
  stderr: TextStream;
}

/** What a command says: results to standard output, as text or as one JSON document, all else to standard error. */
export class Output {
  /** Set by `--json`. */
  json = false;

  constructor(private readonly streams: OutputStreams) {}

  /** The command's result: `data` under `--json`, else what `text` makes of it. */
  result<Data>(data: Data, text: (data: Data) => string): void {
    this.streams.stdout.write(`${this.json ? JSON.stringify(data) : text(data)}\n`);
  }

  /** A file as the command's result, to the byte. */
  file(text: string): void {
    this.streams.stdout.write(text);
  }

  table<Row>(rows: readonly Row[], columns: readonly Column<Row>[], whenEmpty: string): void {
    this.result(rows, () => (rows.length === 0 ? whenEmpty : renderTable(columns, rows)));
  }

  /** A sentence beside the result. */
  note(sentence: string): void {
    this.streams.stderr.write(`${sentence}\n`);
  }

  /** A sentence that stands there while something opens: on a terminal only. @returns what takes it off again. */
  waiting(sentence: string): () => void {
    const { stderr } = this.streams;
    if (stderr.isTTY !== true || this.json) return () => undefined;
    stderr.write(sentence);
    return () => stderr.write('\r\u001b[K');
  }

  /** A bar that people see while they wait: on a terminal only, and not under `--json`. */
  progress(label: string): ProgressBar {
    const { stderr } = this.streams;
    return new ProgressBar(label, stderr.isTTY === true && !this.json ? stderr : undefined);
  }
}
