import { Position } from './position.entity';
import { WatchedStock } from './watched-stock.entity';

/** Their tables are made by migrations of tracking, which they were a part of. */
export const PORTFOLIO_ENTITIES = [WatchedStock, Position];
