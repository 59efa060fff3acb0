import { Injectable } from '@nestjs/common';
import { Database, type RowOf, type Transaction } from '#lib/database';
import { OwnList } from './own-list';
import { POSITIONS } from './persistence/own-list.query';
import { Position } from './persistence/position.entity';

export type PositionView = RowOf<typeof POSITIONS.columns>;
export type PositionValues = Pick<Position, 'quantity' | 'avgCost' | 'openedAt'>;

/** What each user says that he holds. */
@Injectable()
export class PositionsService extends OwnList<PositionView> {
  constructor(db: Database) {
    super(db, POSITIONS);
  }

  /** Stores the whole position, in place of one that is there. @throws AppError `list_full`. */
  put(userId: number, code: string, values: PositionValues, within?: Transaction): Promise<PositionView> {
    return this.write(
      userId,
      code,
      (tx, own) => tx.repository(Position).upsert({ ...own, ...values, updatedAt: () => 'now()' }, ['userId', 'code']),
      within,
    );
  }

  protected override missing(code: string): string {
    return `you hold no position in ${code}`;
  }
}
