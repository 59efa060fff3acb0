import { type Columns, columnsOf, type Database, type EntityClass, tableOf, type Transaction } from '#lib/database';
import { selectFormerCode } from '#lib/market-data';
import { Position } from './position.entity';
import { POSITION_FIGURES, POSITION_JOINS, type PositionFigures } from './position-figures';
import { WatchedStock } from './watched-stock.entity';

/** A row of a user's own list: there is one a code. */
interface OwnRow {
  userId: number;
  code: string;
}

/** What each list shows of a stock. */
interface ListedStock {
  /** Today's. */
  code: string;
  /** The code that the stock had before, where it changed. */
  formerCode: string | null;
  /** Null for a code that the market data doesn't know. */
  stockName: string | null;
}

/** A table of {@link OwnRow}s, and the columns that are shown of it. */
export interface OwnTable<View> {
  entity: EntityClass<OwnRow>;
  columns: Columns<View>;
  /** SQL in addition to the row `o` and its stock `s`. */
  joins: string;
}

function ownTable<Row extends OwnRow, Shown extends Extract<keyof Row, string>>(
  entity: EntityClass<Row>,
  shown: readonly Shown[],
): OwnTable<ListedStock & Pick<Row, Shown>> {
  const columns = `o.code, ${selectFormerCode('o.code')} as "formerCode", s.name as "stockName"`;
  return { entity, columns: `${columns}, ${columnsOf(entity, 'o', shown)}`, joins: '' };
}

type StoredPosition = ListedStock & Pick<Position, 'quantity' | 'avgCost' | 'openedAt' | 'updatedAt'>;

/** A position as its holder gave it, and what it comes to. */
export type PositionView = StoredPosition & PositionFigures;

export const POSITIONS: OwnTable<PositionView> = {
  entity: Position,
  columns: `${ownTable(Position, ['quantity', 'avgCost', 'openedAt', 'updatedAt']).columns}, ${POSITION_FIGURES}`,
  joins: POSITION_JOINS,
};
export const WATCHLIST = ownTable(WatchedStock, ['note', 'createdAt']);

/** Of {@link OwnTable.columns}. $1 the user. */
function ownRows<View>({ entity, columns, joins }: OwnTable<View>): string {
  return `select ${columns} from ${tableOf(entity)} o left join stock s on s.code = o.code ${joins} where o.user_id = $1`;
}

export interface ListPage {
  limit: number;
  offset: number;
}

/** In code order. */
export function selectOwnPage<View>(
  db: Database,
  table: OwnTable<View>,
  userId: number,
  { limit, offset }: ListPage,
): Promise<View[]> {
  return db.query<View>(`${ownRows(table)} order by o.code limit $2 offset $3`, [userId, limit, offset]);
}

export async function selectOwn<View>(
  db: Database | Transaction,
  table: OwnTable<View>,
  userId: number,
  code: string,
): Promise<View | undefined> {
  const [row] = await db.query<View>(`${ownRows(table)} and o.code = $2`, [userId, code]);
  return row;
}

/** Until the transaction ends nobody else adds to the list, so that a count of it holds. */
export async function lockOwnList(tx: Transaction, { entity }: OwnTable<unknown>, userId: number): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('own-list:' || $1 || ':' || $2::text, 0))`, [
    tableOf(entity),
    userId,
  ]);
}

/** How many codes other than these are on the list. */
export async function countOthers(
  tx: Transaction,
  { entity }: OwnTable<unknown>,
  userId: number,
  codes: readonly string[],
): Promise<number> {
  const [row] = await tx.query<{ others: number }>(
    `select count(*)::int as others from ${tableOf(entity)} where user_id = $1 and code <> all($2::text[])`,
    [userId, codes],
  );
  return row?.others ?? 0;
}
