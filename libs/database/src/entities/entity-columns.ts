import { getMetadataArgsStorage } from 'typeorm';
import { isoInstant } from '../iso-instant';
import { toSnakeCase } from './snake-case';

/** An entity's class. */
export type EntityClass<Entity extends object = object> = abstract new () => Entity;

/** A property of an entity that is a column. */
export type ColumnKey<Entity> = Extract<keyof Entity, string>;

/** Properties by name: a list, or an object as a repository's `select` takes it. */
export type Keys<Key extends string> = readonly Key[] | Readonly<Record<Key, true>>;

/** A column list for a SELECT or RETURNING, and what a row of it is; see {@link RowOf}. */
export type Columns<Row> = string & { readonly __row?: Row };

/** The row that a column list gives: `db.query<RowOf<typeof COLUMNS>>(…)`. */
export type RowOf<List> = List extends Columns<infer Row> ? Row : never;

/** An entity's row as JSON carries it: instants are ISO 8601 text. */
export type Wire<Row> = {
  [Key in keyof Row]: Row[Key] extends Date | null ? string | Extract<Row[Key], null> : Row[Key];
};

/** An entity's row as it is written: of a list, a read-only one will do. */
export type Written<Row> = {
  [Key in keyof Row]: Row[Key] extends (infer Item)[] ? readonly Item[] : Row[Key];
};

interface ColumnDescription {
  name: string;
  type: string;
  isInstant: boolean;
  isJson: boolean;
}

interface EntityDescription {
  table: string;
  /** By property, in the order in which the class declares them. */
  columns: ReadonlyMap<string, ColumnDescription>;
}

const described = new Map<EntityClass, EntityDescription>();

/** The table of an entity. */
export function tableOf(entity: EntityClass): string {
  return describe(entity).table;
}

/** The entity's properties in the order in which its class declares them, without some. */
export function columnKeysOf<Entity extends object, Left extends ColumnKey<Entity> = never>(
  entity: EntityClass<Entity>,
  leftOut: readonly Left[] = [],
): Exclude<ColumnKey<Entity>, Left>[] {
  const keys = [...describe(entity).columns.keys()] as ColumnKey<Entity>[];
  return keys.filter((key): key is Exclude<typeof key, Left> => !(leftOut as readonly string[]).includes(key));
}

/** The column of a property, without an alias. */
export function columnOf<Entity extends object>(entity: EntityClass<Entity>, key: ColumnKey<Entity>): string {
  return findColumn(entity, key).name;
}

/** Columns without aliases, `code, entry_date`: for an INSERT, or the columns of a CTE. */
export function columnNamesOf<Entity extends object>(
  entity: EntityClass<Entity>,
  keys: readonly ColumnKey<Entity>[],
): string {
  return keys.map((key) => columnOf(entity, key)).join(', ');
}

/**
 * A column list that gives the entity's properties: `s.id, s.entry_date as "entryDate"`. Instants arrive as `Date`.
 * @param alias of the table in the statement; empty for none.
 */
export function columnsOf<Entity extends object, Key extends ColumnKey<Entity>>(
  entity: EntityClass<Entity>,
  alias: string,
  keys: Keys<Key>,
): Columns<Pick<Entity, Key>> {
  return toList(keys)
    .map((key) => aliased(qualified(alias, columnOf(entity, key)), key))
    .join(', ');
}

/** As {@link columnsOf}, with instants as ISO 8601 text, as responses carry them. */
export function wireColumnsOf<Entity extends object, Key extends ColumnKey<Entity>>(
  entity: EntityClass<Entity>,
  alias: string,
  keys: Keys<Key>,
): Columns<Wire<Pick<Entity, Key>>> {
  return toList(keys)
    .map((key) => aliased(wireValue(entity, alias, key), key))
    .join(', ');
}

/** As {@link wireColumnsOf}, as arguments of `json_build_object`: `'tradeDate', d.trade_date`. */
export function jsonPairsOf<Entity extends object>(
  entity: EntityClass<Entity>,
  alias: string,
  keys: readonly ColumnKey<Entity>[],
): string {
  return keys.map((key) => `'${key}', ${wireValue(entity, alias, key)}`).join(', ');
}

/**
 * The SET list of an UPDATE: `stock_name = $2, source = $3` for the properties that the patch names. One that is
 * undefined is not written, null is. Values of JSON columns are bound as JSON text.
 * @param bind takes a value into the statement's parameters and returns its placeholder, `$2`.
 */
export function assignmentsOf<Entity extends object>(
  entity: EntityClass<Entity>,
  patch: Partial<Written<Pick<Entity, ColumnKey<Entity>>>>,
  bind: (value: unknown) => string,
): string[] {
  return namedEntries(patch).map(
    ([key, value]) => `${findColumn(entity, key).name} = ${bind(toParameter(entity, key, value))}`,
  );
}

/**
 * `insert into table (columns) values ($1, …)` of one row, and its parameters. Properties that are undefined are left to
 * the database's default, values of JSON columns are bound as JSON text. A function gives an expression, as in a repository's
 * writes: `() => 'now()'`. Add `returning` or `on conflict` behind the text.
 */
export function insertOf<Entity extends object>(
  entity: EntityClass<Entity>,
  values: { readonly [Key in ColumnKey<Entity>]?: Written<Entity>[Key] | (() => string) | undefined },
): { text: string; parameters: unknown[] } {
  const parameters: unknown[] = [];
  const entries = namedEntries(values);
  const columns = entries.map(([key]) => findColumn(entity, key).name).join(', ');
  const places = entries.map(([key, value]) =>
    typeof value === 'function' ? (value as () => string)() : `$${parameters.push(toParameter(entity, key, value))}`,
  );
  return { text: `insert into ${tableOf(entity)} (${columns}) values (${places.join(', ')})`, parameters };
}

/**
 * The rows of parameters that hold a column each, `unnest($2::text[], $3::date[])`: for an INSERT of many rows.
 * @param first number of the first parameter.
 */
export function unnestOf<Entity extends object>(
  entity: EntityClass<Entity>,
  keys: readonly ColumnKey<Entity>[],
  first: number,
): string {
  return `unnest(${keys.map((key, index) => `$${first + index}::${findColumn(entity, key).type}[]`).join(', ')})`;
}

function toList<Key extends string>(keys: Keys<Key>): readonly Key[] {
  return Array.isArray(keys) ? (keys as readonly Key[]) : (Object.keys(keys) as Key[]);
}

function namedEntries(values: object): [string, unknown][] {
  return Object.entries(values).filter(([, value]) => value !== undefined);
}

/** A column's value as JSON carries it. */
function wireValue(entity: EntityClass, alias: string, key: string): string {
  const { name, isInstant } = findColumn(entity, key);
  const value = qualified(alias, name);
  return isInstant ? isoInstant(value) : value;
}

function qualified(alias: string, column: string): string {
  return alias === '' ? column : `${alias}.${column}`;
}

function aliased(value: string, key: string): string {
  const plain = /^[a-z0-9]+$/.test(key);
  return plain && (value === key || value.endsWith(`.${key}`)) ? value : `${value} as "${key}"`;
}

/** The driver takes an array for one of SQL's, which a JSON column rejects. */
function toParameter(entity: EntityClass, key: string, value: unknown): unknown {
  return findColumn(entity, key).isJson && value !== null ? JSON.stringify(value) : value;
}

function findColumn(entity: EntityClass, key: string): ColumnDescription {
  const column = describe(entity).columns.get(key);
  if (column === undefined) throw new TypeError(`${entity.name}.${key} is not a column`);
  return column;
}

/** Reads the decorators, so it needs no connection: column lists are constants of their modules. */
function describe(entity: EntityClass): EntityDescription {
  const known = described.get(entity);
  if (known !== undefined) return known;
  const { tables, columns } = getMetadataArgsStorage();
  const table = tables.find(({ target }) => target === entity);
  if (table === undefined) throw new TypeError(`${entity.name} is no entity`);
  const own = columns.filter(({ target }) => typeof target === 'function' && isSameOrParent(target, entity));
  const description: EntityDescription = {
    table: table.name ?? toSnakeCase(entity.name),
    columns: new Map(
      own.map(({ propertyName, options }) => [
        propertyName,
        {
          name: toSnakeCase(options.name ?? propertyName),
          type: String(options.type),
          isInstant: options.type === 'timestamptz',
          isJson: options.type === 'jsonb',
        },
      ]),
    ),
  };
  described.set(entity, description);
  return description;
}

function isSameOrParent(candidate: object, entity: EntityClass): boolean {
  return candidate === entity || Object.prototype.isPrototypeOf.call(candidate, entity);
}
