import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { constraintOf, Database, type Transaction } from '#lib/database';
import { AppError } from '#lib/kernel';
import { compileFormula, describeProblem } from '#lib/formulas';
import type { ScreenFilters } from './domain/screen-filters';
import {
  countOwnScreens,
  deleteOwnScreen,
  findScreenUse,
  holdOwnScreen,
  insertOwnScreen,
  insertOwnScreenVersion,
  lockOwnScreen,
  type OwnScreenRow,
  selectOwnScreen,
  selectOwnScreens,
  updateOwnScreen,
} from './persistence/own-screens.query';
import { SCREENS } from './screens';

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
    if (screen !== undefined) return screen;
    const isKnown = version !== undefined && (await selectOwnScreen(this.db, id)) !== undefined;
    throw isKnown ? versionNotKept() : notFound();
  }

  /** @throws AppError `invalid_input` for a formula with errors, `name_taken`, `too_many_screens`. */
  create(draft: ScreenDraft, ownerId: number): Promise<OwnScreenRow> {
    requireFormula(draft.formula);
    requireFreeName(draft.name);
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
    if (changes.name !== undefined) requireFreeName(changes.name);
    return this.write(async (tx) => {
      const known = await lockOwn(tx, id, writer);
      const next = { ...known, ...changes };
      const isNewVersion = next.formula !== known.formula || !isDeepStrictEqual(next.filters, known.filters);
      const version = isNewVersion ? known.version + 1 : known.version;
      await updateOwnScreen(tx, { id, name: next.name, description: next.description, version });
      if (isNewVersion) {
        await insertOwnScreenVersion(tx, { screenId: id, version, formula: next.formula, filters: next.filters });
      }
      return shown(tx, id);
    });
  }

  /**
   * Deletes a screen with its versions.
   * @throws AppError `not_found`, `forbidden` for another user's, `screen_in_use` where a study or an alert names it.
   */
  remove(id: number, writer: ScreenWriter): Promise<void> {
    return this.write(async (tx) => {
      await lockOwn(tx, id, writer);
      const use = await findScreenUse(tx, id);
      if (use !== undefined) {
        const what =
          use.kind === 'study' ? `study ${String(use.id)} is of this screen` : 'an alert asks for this screen';
        throw AppError.conflict('screen_in_use', `${what}: it can't be deleted`);
      }
      await deleteOwnScreen(tx, id);
    });
  }

  /**
   * Keeps a screen until the end of the transaction, which writes a row that names it: nobody can delete it meanwhile.
   * @throws AppError `not_found` where it was deleted.
   */
  async hold(tx: Transaction, id: number): Promise<void> {
    if (!(await holdOwnScreen(tx, id))) throw notFound();
  }

  private async write<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    try {
      return await this.db.transaction(work);
    } catch (error) {
      if (constraintOf(error) !== UNIQUE_NAME) throw error;
      throw nameTaken();
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

/** A screen of the program keeps its names, in both languages. */
function requireFreeName(name: string): void {
  const fold = (text: string) => text.normalize('NFKC').trim().toLowerCase();
  const isTaken = SCREENS.some(({ words }) => [words.zh, words.en].some((word) => fold(word.name) === fold(name)));
  if (isTaken) throw nameTaken();
}

function nameTaken(): AppError {
  return AppError.conflict('name_taken', 'another screen has this name');
}

export function versionNotKept(): AppError {
  return AppError.notFound('this version of the screen is not kept', undefined, { resource: 'screen' });
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
