/** A statement whose text never changes. Each connection plans it once and runs it by its name from then on. */
export interface PreparedStatement<Row> {
  /** Unique in the process; shown in `pg_prepared_statements`. At most 63 characters. */
  readonly name: string;
  readonly text: string;
  /** For the compiler alone: what a row is. */
  readonly row?: Row;
}

/** A text for a statement that runs now and then; a prepared one on the paths that run all the time. */
export type Statement<Row> = string | PreparedStatement<Row>;

/** Anything that runs SQL: a transaction, or the database outside of one. Parameters are bound, never spliced into the text. */
export interface SqlRunner {
  /** @returns the rows; none for a statement without RETURNING. */
  query<Row>(statement: Statement<Row>, parameters?: readonly unknown[]): Promise<Row[]>;
}

const names = new Set<string>();

/**
 * Declares a prepared statement. For constants of a module only: a text that is built for each call would fill the
 * connections with plans.
 * @throws RangeError if the name is taken, because PostgreSQL would run the other text.
 */
export function prepareStatement<Row>(name: string, text: string): PreparedStatement<Row> {
  if (names.has(name)) throw new RangeError(`the statement ${name} is declared twice`);
  if (name.length > 63) throw new RangeError(`the name ${name} is longer than PostgreSQL keeps`);
  names.add(name);
  return { name, text };
}

/** Texts that are prepared of one statement: each is a plan in each connection. */
const MOST_VARIANTS = 100;

/**
 * A statement whose text is built of few parts, such as the columns that a patch names: its first texts are prepared, all others
 * are planned when they run.
 */
export class StatementVariants {
  private readonly prepared = new Map<string, PreparedStatement<never>>();

  /** @param name What the names of its texts begin with; unique in the process. */
  constructor(
    private readonly name: string,
    private readonly most = MOST_VARIANTS,
  ) {}

  prepare<Row>(text: string): Statement<Row> {
    const known = this.prepared.get(text);
    if (known !== undefined) return known;
    if (this.prepared.size >= this.most) return text;
    const statement = prepareStatement<never>(`${this.name}_${this.prepared.size + 1}`, text);
    this.prepared.set(text, statement);
    return statement;
  }
}

/** The text of a statement, for logs and tests. */
export function textOf(statement: Statement<unknown>): string {
  return typeof statement === 'string' ? statement : statement.text;
}
