import { Injectable } from '@nestjs/common';
import { constraintOf, Database, type Transaction } from '#lib/database';
import { AppError } from '#lib/kernel';
import { compileFormula, describeProblem } from '#lib/formulas';
import type { ScreenFilters } from './domain/screen-filters';
import {
  countOwnScreens,
  deleteOwnScreen,
  insertOwnScreen,
  insertOwnScreenVersion,
  lockOwnScreen,
  type OwnScreenRow,
  selectOwnScreen,
  selectOwnScreens,
  updateOwnScreen,
} from './persistence/own-screens.query';

/** What users may write: enough for anyone, and no burden on a list. */
const MOST_SCREENS = 200;
const UNIQUE_NAME = 'own_screen_name';

export interface ScreenDraft {
  readonly name: string;
  readonly description: string | null;
  readonly formula: string;
  readonly filters: Partial<ScreenFilters>;
}

/** Who changes a screen. */
export interface ScreenWriter {
  readonly userId: number;
  readonly isAdministrator: boolean;
}

/** Screens that users write as formulas. All see them; their owner and administrators change them. */
@Injectable()
export class OwnScreensService {
  constructor(private readonly db: Database) {}

  /** All at their newest versions, by name. */
  list(): Promise<OwnScreenRow[]> {
    return selectOwnScreens(this.db);
  }

  /** One of them. @param version Left out: the newest. @throws AppError `not_found`. */
  async get(id: number, version?: number): Promise<OwnScreenRow> {
    const screen = await selectOwnScreen(this.db, id, version);
    if (screen === undefined) throw notFound();
    return screen;
  }

  /** @throws AppError `invalid_input` for a formula with errors, `name_taken`, `too_many_screens`. */
  create(draft: ScreenDraft, ownerId: number): Promise<OwnScreenRow> {
    requireFormula(draft.formula);
    return this.write(async (tx) => {
      if ((await countOwnScreens(tx, ownerId)) >= MOST_SCREENS) {
        throw AppError.conflict('too_many_screens', `you have ${String(MOST_SCREENS)} screens; delete one first`);
      }
      const { name, description, formula, filters } = draft;
      const id = await insertOwnScreen(tx, { name, description, ownerId });
      await insertOwnScreenVersion(tx, { screenId: id, version: 1, formula, filters });
      return shown(tx, id);
    });
  }

  /**
   * Changes what the draft names. Another formula or other filters make a new version; earlier ones stay readable.
   * @throws AppError `invalid_input`, `not_found`, `forbidden` for another user's, `name_taken`.
   */
  change(id: number, changes: Partial<ScreenDraft>, writer: ScreenWriter): Promise<OwnScreenRow> {
    if (Object.keys(changes).length === 0) {
      throw AppError.invalid('the body changes nothing; send at least one field');
    }
    if (changes.formula !== undefined) requireFormula(changes.formula);
    return this.write(async (tx) => {
      const known = await lockOwn(tx, id, writer);
      const next = { ...known, ...changes };
      const isNewVersion =
        next.formula !== known.formula || JSON.stringify(next.filters) !== JSON.stringify(known.filters);
      const version = isNewVersion ? known.version + 1 : known.version;
      await updateOwnScreen(tx, { id, name: next.name, description: next.description, version });
      if (isNewVersion) {
        await insertOwnScreenVersion(tx, { screenId: id, version, formula: next.formula, filters: next.filters });
      }
      return shown(tx, id);
    });
  }

  /** Deletes a screen with its versions. @throws AppError `not_found`, `forbidden` for another user's. */
  remove(id: number, writer: ScreenWriter): Promise<void> {
    return this.write(async (tx) => {
      await lockOwn(tx, id, writer);
      await deleteOwnScreen(tx, id);
    });
  }

  private async write<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    try {
      return await this.db.transaction(work);
    } catch (error) {
      if (constraintOf(error) !== UNIQUE_NAME) throw error;
      throw AppError.conflict('name_taken', 'another screen has this name');
    }
  }
}

async function lockOwn(tx: Transaction, id: number, { userId, isAdministrator }: ScreenWriter): Promise<OwnScreenRow> {
  const screen = await lockOwnScreen(tx, id);
  if (screen === undefined) throw notFound();
  if (screen.ownerId !== userId && !isAdministrator) {
    throw new AppError('forbidden', 'not_your_screen', 'only its owner and administrators may change this screen');
  }
  return screen;
}

async function shown(tx: Transaction, id: number): Promise<OwnScreenRow> {
  const screen = await selectOwnScreen(tx, id);
  if (screen === undefined) throw new Error('a screen is gone in its own transaction');
  return screen;
}

function notFound(): AppError {
  return AppError.notFound('no screen has this id', undefined, { resource: 'screen' });
}

function requireFormula(formula: string): void {
  const compiled = compileFormula(formula);
  if ('program' in compiled) return;
  const errors = compiled.problems.map((problem) => {
    const { line, column, message } = describeProblem(problem, formula, 'en');
    return { field: 'formula', message: `line ${String(line)}, column ${String(column)}: ${message}` };
  });
  throw AppError.invalid(errors.map(({ message }) => message).join('; '), errors);
}
