import { Injectable } from '@nestjs/common';
import type { Transaction } from '#lib/database';
import { AppError } from '#lib/kernel';
import { compileFormula } from '#lib/formulas';
import { CompaniesService } from './companies.service';
import type { EvidenceColumn } from './domain/evidence';
import {
  type CheckedParameters,
  contradiction,
  findIgnored,
  readParameters,
  toJsonSchema,
} from './domain/read-parameters';
import { rankByScore } from './domain/rank-candidates';
import type { Candidate, Screen, ScreenNeeds } from './domain/screen';
import { DEFAULT_FILTERS, type ScreenFilters } from './domain/screen-filters';
import type { ScreenRule } from './engine/screen-task';
import { findScreen } from './find-screen';
import { FlowsService } from './flows.service';
import { OwnScreensService, versionNotKept } from './own-screens.service';
import type { OwnScreenRow } from './persistence/own-screens.query';
import { describeLack, unavailable } from './screen-unavailable';
import { SCREENS } from './screens';

/** What sessions made from a user's own screen say of their origin. */
const OWN_SCREEN_SOURCE = '自编公式';

const OWN_ID = /^own_([1-9][0-9]{0,14})$/;

/** What a market may have beyond bars, and some screens need. */
export const SCREEN_DATA_SETS = ['money_flow', 'reports'] as const;
export type ScreenDataSet = (typeof SCREEN_DATA_SETS)[number];

/** A screen as lists show it. */
export interface ScreenView {
  readonly id: string;
  readonly version: number;
  readonly kind: 'builtin' | 'formula';
  /** Of a user's own screen the same in both languages. */
  readonly name: string;
  readonly nameEn: string;
  readonly source: string;
  readonly description: string | null;
  readonly descriptionEn: string | null;
  /** A JSON schema with defaults. */
  readonly params: object;
  readonly needs: {
    readonly bars: number | null;
    readonly caps: boolean;
    readonly flow: boolean;
    readonly reports: boolean;
    readonly market: boolean;
  };
  readonly evidence: readonly EvidenceColumn[];
  readonly filters: ScreenFilters;
  readonly available: boolean;
  /** What the market lacks for it, and the same as an English sentence. */
  readonly lack: ScreenDataSet | null;
  readonly reason: string | null;
  /** Of a user's own screen. */
  readonly formula: string | null;
  readonly ownerId: number | null;
}

/** A screen that can be run, with the values of a run. */
export interface RunnableScreen {
  readonly view: ScreenView;
  readonly rule: ScreenRule;
  readonly needs: ScreenNeeds;
  readonly parameters: CheckedParameters;
  /** Names of parameters that were given and have no effect with the values of others. */
  readonly ignored: readonly string[];
  readonly rank: <Found extends Candidate>(found: readonly Found[]) => Found[];
}

/** All screens: those of this program, and those that users wrote. */
@Injectable()
export class ScreenCatalog {
  constructor(
    private readonly own: OwnScreensService,
    private readonly flows: FlowsService,
    private readonly companies: CompaniesService,
  ) {}

  async list(): Promise<ScreenView[]> {
    const lacking = await this.findLacking(SCREEN_DATA_SETS);
    return [...SCREENS.map((screen) => viewBuiltin(screen, lacking)), ...(await this.own.list()).map(viewOwn)];
  }

  /** @param version Of a user's own screen; left out: the newest. @throws AppError `not_found`. */
  async get(id: string, version?: number): Promise<ScreenView> {
    const screen = findScreen(id);
    if (screen === undefined) return viewOwn(await this.own.get(readOwnId(id), version));
    if ((version ?? screen.version) === screen.version) return this.viewAvailable(screen);
    throw versionNotKept();
  }

  /** @throws AppError `not_found`; `invalid_input` for parameters that the screen can't have. */
  async prepare(id: string, given: Readonly<Record<string, unknown>>): Promise<RunnableScreen> {
    const screen = findScreen(id);
    if (screen === undefined) return prepareOwn(await this.own.get(readOwnId(id)), given);
    return this.prepareBuiltin(screen, given);
  }

  /** As {@link prepare}, for runs on each of many days. @param version Left out: the newest. */
  async prepareForDays(
    id: string,
    given: Readonly<Record<string, unknown>>,
    version: number | undefined,
  ): Promise<RunnableScreen> {
    const screen = findScreen(id);
    if (screen === undefined) return prepareOwn(await this.own.get(readOwnId(id), version), given);
    if ((version ?? screen.version) !== screen.version) throw versionNotKept();
    return this.prepareBuiltin(screen, { ...screen.dailyParameters, ...given });
  }

  /** As {@link OwnScreensService.hold}; a screen of the program can't be deleted. */
  async hold(tx: Transaction, id: string): Promise<void> {
    if (findScreen(id) === undefined) await this.own.hold(tx, readOwnId(id));
  }

  private async prepareBuiltin(screen: Screen, given: Readonly<Record<string, unknown>>): Promise<RunnableScreen> {
    const parameters = readParameters(screen.parameters, given);
    const conflict = screen.findConflict?.(parameters as never);
    if (conflict !== undefined) throw contradiction(conflict.parameter, conflict.allowed);
    return {
      view: await this.viewAvailable(screen),
      rule: { kind: 'builtin', id: screen.id, parameters },
      needs: screen.needs(parameters as never),
      parameters,
      ignored: findIgnored(screen.parameters, given, parameters),
      rank: (found) => rankBy(screen, found, parameters),
    };
  }

  /** A built-in screen as it stands with the market, which is asked for what the screen needs alone. */
  private async viewAvailable(screen: Screen): Promise<ScreenView> {
    return viewBuiltin(screen, await this.findLacking(listDataSets(screen)));
  }

  /** Which of the data sets the market does not have. */
  private async findLacking(dataSets: readonly ScreenDataSet[]): Promise<ReadonlySet<ScreenDataSet>> {
    const owners = { money_flow: this.flows, reports: this.companies };
    const has = await Promise.all(dataSets.map((dataSet) => owners[dataSet].has()));
    return new Set(dataSets.filter((_, index) => has[index] !== true));
  }
}

/** @throws AppError `screen_unavailable` (409) where the market lacks what the screen needs. */
export function requireAvailable({ lack }: ScreenView): void {
  if (lack !== null) throw unavailable({ lack });
}

/** The number of a user's own screen. @throws AppError `not_found` for any other text. */
export function readOwnId(id: string): number {
  const number = OWN_ID.exec(id)?.[1];
  if (number !== undefined) return Number(number);
  const sentence =
    findScreen(id) === undefined ? 'no screen has this id' : `${id} is a screen of the program, not one of your own`;
  throw AppError.notFound(sentence, undefined, { resource: 'screen' });
}

export function viewOwn(row: OwnScreenRow): ScreenView {
  const { program } = compiled(row.formula);
  return {
    id: `own_${String(row.id)}`,
    version: row.version,
    kind: 'formula',
    ...{ name: row.name, nameEn: row.name, source: OWN_SCREEN_SOURCE },
    ...{ description: row.description, descriptionEn: row.description },
    params: toJsonSchema({}),
    needs: { bars: program.needsBars, caps: false, flow: false, reports: false, market: false },
    evidence: program.outputs.map(({ name }) => ({ key: name, unit: 'number', zh: name, en: name })),
    filters: { ...DEFAULT_FILTERS, ...row.filters },
    ...{ available: true, lack: null, reason: null },
    ...{ formula: row.formula, ownerId: row.ownerId },
  };
}

function defaultNeeds(screen: Screen): ScreenNeeds {
  return screen.needs(readParameters(screen.parameters, {}) as never);
}

/** Data sets without which the screen can't be run. */
function listDataSets(screen: Screen): ScreenDataSet[] {
  const { flow, reports } = defaultNeeds(screen);
  return [
    ...(flow === undefined ? [] : (['money_flow'] as const)),
    ...(reports === true ? (['reports'] as const) : []),
  ];
}

/** @param lacking What the market does not have. */
function viewBuiltin(screen: Screen, lacking: ReadonlySet<ScreenDataSet>): ScreenView {
  const { id, version, words, source, parameters, evidence } = screen;
  const { bars, caps = false, market = false, reports = false, flow } = defaultNeeds(screen);
  const lack = listDataSets(screen).find((dataSet) => lacking.has(dataSet)) ?? null;
  return {
    ...{ id, version, kind: 'builtin', source },
    ...{ name: words.zh.name, nameEn: words.en.name },
    ...{ description: words.zh.description, descriptionEn: words.en.description },
    params: toJsonSchema(parameters),
    needs: { bars, caps, flow: flow !== undefined, reports, market },
    evidence,
    filters: screen.filters ?? DEFAULT_FILTERS,
    ...{ available: lack === null, lack, reason: lack === null ? null : describeLack({ lack }) },
    ...{ formula: null, ownerId: null },
  };
}

function rankBy<Found extends Candidate>(
  screen: Screen,
  found: readonly Found[],
  parameters: CheckedParameters,
): Found[] {
  if (screen.rank === undefined) return rankByScore(found);
  // A screen leaves candidates out and may add to their evidence; the rest of a row stays beside it.
  const rows = new Map(found.map((row) => [row.code, row]));
  return screen.rank(found, parameters as never).flatMap((candidate) => {
    const row = rows.get(candidate.code);
    return row === undefined ? [] : [{ ...row, ...candidate }];
  });
}

function prepareOwn(row: OwnScreenRow, given: Readonly<Record<string, unknown>>): RunnableScreen {
  const parameters = readParameters({}, given);
  return {
    view: viewOwn(row),
    rule: { kind: 'formula', formula: row.formula },
    needs: { bars: compiled(row.formula).program.needsBars },
    parameters,
    ignored: [],
    rank: rankByScore,
  };
}

/** Stored formulas were checked when they were written. */
function compiled(formula: string) {
  const result = compileFormula(formula);
  if ('program' in result) return result;
  throw new Error('a stored formula has errors');
}
