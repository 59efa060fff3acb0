import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '#lib/database';
import { AppError, Clock } from '#lib/kernel';
import { findOpeningProblem } from './domain/position-cells';
import { OwnList, type OwnListPage } from './own-list';
import { type ListPage, POSITIONS, type PositionView } from './persistence/own-list.query';
import { Position } from './persistence/position.entity';
import { type PositionTotals, selectPositionTotals } from './persistence/position-figures';

export type { PositionView } from './persistence/own-list.query';
export type PositionValues = Pick<Position, 'quantity' | 'avgCost' | 'openedAt'>;

export interface PositionPage extends OwnListPage<PositionView> {
  totals: PositionTotals;
}

/** What each user says that he holds. */
@Injectable()
export class PositionsService extends OwnList<PositionView> {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super(database, POSITIONS);
  }

  /** A page, and the sums of the whole list. */
  override async list(userId: number, page: ListPage): Promise<PositionPage> {
    const [listed, totals] = await Promise.all([super.list(userId, page), selectPositionTotals(this.database, userId)]);
    return { ...listed, totals };
  }

  /**
   * Stores the whole position, in place of one that is there.
   * @throws AppError `list_full`; `invalid_input` where it was opened later than today.
   */
  put(userId: number, code: string, values: PositionValues, within?: Transaction): Promise<PositionView> {
    this.assertOpened(values);
    return this.write(
      userId,
      code,
      (tx, own) => tx.repository(Position).upsert({ ...own, ...values, updatedAt: () => 'now()' }, ['userId', 'code']),
      within,
    );
  }

  private assertOpened({ openedAt }: PositionValues): void {
    const message = openedAt === null ? undefined : findOpeningProblem(openedAt, this.clock.today());
    if (message === undefined) return;
    throw AppError.invalid(message, [{ field: 'opened_at', message }]);
  }

  protected override missing(code: string): string {
    return `you hold no position in ${code}`;
  }
}
