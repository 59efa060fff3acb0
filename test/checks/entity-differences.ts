import type { DataSource } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata';
import type { SqlRunner } from '#lib/database';

/** What both sides say of a column. */
interface ColumnFacts {
  type: string;
  nullable: boolean;
  hasDefault: boolean;
  primary: boolean;
  generated: boolean;
  identity: boolean;
  collation: string | null;
}

type Tables = Map<string, Map<string, ColumnFacts>>;

const MIGRATED_COLUMNS = `
  select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
    not a.attnotnull as nullable, d.adbin is not null and a.attgenerated = '' as "hasDefault",
    coalesce(a.attnum = any (p.conkey), false) as "primary", a.attgenerated <> '' as generated,
    a.attidentity <> '' as identity,
    case when a.attcollation <> t.typcollation then (select collname from pg_collation where oid = a.attcollation) end as collation
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  left join pg_constraint p on p.conrelid = c.oid and p.contype = 'p'
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migration'`;

/**
 * Compares the entities with the tables that the migrations make, in both directions: tables, columns, types, null,
 * defaults, keys, generated columns and collations. Checks, indexes and foreign keys stand in schema.sql alone.
 * @returns one sentence a difference.
 */
export async function findEntityDifferences(dataSource: DataSource, sql: SqlRunner): Promise<string[]> {
  const migrated = await readMigrated(sql);
  const described = readDescribed(dataSource);
  return [...described].flatMap(([table, columns]) => {
    const stored = migrated.get(table);
    if (stored === undefined) return [`${table}: no migration makes this table`];
    return [...new Set([...columns.keys(), ...stored.keys()])].flatMap((name) =>
      compareColumn(`${table}.${name}`, columns.get(name), stored.get(name)),
    );
  });
}

function compareColumn(name: string, described?: ColumnFacts, stored?: ColumnFacts): string[] {
  if (described === undefined) return [`${name}: the entity lacks this column`];
  if (stored === undefined) return [`${name}: no migration makes this column`];
  return (Object.keys(stored) as (keyof ColumnFacts)[])
    .filter((fact) => described[fact] !== stored[fact])
    .map((fact) => `${name}: ${fact} is ${stored[fact]} in the table, ${described[fact]} in the entity`);
}

async function readMigrated(sql: SqlRunner): Promise<Tables> {
  const tables: Tables = new Map();
  for (const { table, name, ...facts } of await sql.query<ColumnFacts & { table: string; name: string }>(
    MIGRATED_COLUMNS,
  )) {
    tables.set(table, (tables.get(table) ?? new Map<string, ColumnFacts>()).set(name, facts));
  }
  return tables;
}

function readDescribed(dataSource: DataSource): Tables {
  return new Map(
    dataSource.entityMetadatas.map(({ tableName, columns }) => [
      tableName,
      new Map(columns.map((column) => [column.databaseName, describeColumn(dataSource, column)])),
    ]),
  );
}

function describeColumn(dataSource: DataSource, column: ColumnMetadata): ColumnFacts {
  const identity = (column.generationStrategy as string | undefined) === 'identity';
  return {
    type: typeOf(dataSource, column),
    nullable: column.isNullable,
    hasDefault: column.default !== undefined,
    primary: column.isPrimary,
    // Not `generatedType`: for that TypeORM adds a table of its own to what the migrations make.
    generated: !column.isInsert && !column.isUpdate,
    identity,
    collation: column.collation ?? null,
  };
}

/** As PostgreSQL writes it: `timestamp(3) with time zone`, `numeric(14,6)`, `text[]`. */
function typeOf({ driver }: DataSource, column: ColumnMetadata): string {
  const { precision, scale, isArray } = column;
  const type = driver.normalizeType(column);
  const digits = [precision, scale].filter((count) => typeof count === 'number').join(',');
  return type.replace(/^\w+/, (name) => (digits === '' ? name : `${name}(${digits})`)) + (isArray ? '[]' : '');
}
