import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '#lib/database';
import { AppError } from '#lib/kernel';
import { readFilters, ScreenSweepsService } from '#lib/screens';
import { readConditions, type RuleConditions, type ScreenConditions } from './domain/conditions';
import type { RuleRow } from './domain/digest';
import { readQuietHours } from './domain/quiet-hours';
import type { RuleEvent } from './domain/rule-events';
import {
  countRules,
  deleteRule,
  insertRule,
  lockOwner,
  selectRule,
  selectRules,
  setRuleChannels,
  updateRule,
} from './persistence/rules.query';

/** Enough for anyone; each rule on a screen runs it every evening. */
const MOST_RULES = 100;

export interface RuleDraft {
  readonly name: string;
  readonly event: RuleEvent;
  readonly conditions?: Readonly<Record<string, unknown>> | undefined;
  readonly channelIds: readonly number[];
  readonly quietHours?: string | null | undefined;
  readonly enabled: boolean;
}

/** What users want to be told of. Each user has his own rules. */
@Injectable()
export class RulesService {
  constructor(
    private readonly db: Database,
    private readonly screens: ScreenSweepsService,
  ) {}

  list(userId: number): Promise<RuleRow[]> {
    return selectRules(this.db, userId);
  }

  /** @throws AppError `not_found`. */
  async get(userId: number, id: number): Promise<RuleRow> {
    return this.find(this.db, userId, id);
  }

  /** @throws AppError `invalid_input`, `not_found` for a screen, `too_many_rules` (409). */
  async create(userId: number, draft: RuleDraft): Promise<RuleRow> {
    const { name, event, channelIds, enabled, quietHours } = draft;
    const conditions = await this.readConditions(event, draft.conditions);
    const quiet = quietHours === undefined || quietHours === null ? null : readQuietHours(quietHours);
    const id = await this.db.transaction(async (tx) => {
      await lockOwner(tx, userId);
      if ((await countRules(tx, userId)) >= MOST_RULES) {
        throw AppError.conflict('too_many_rules', `you have ${String(MOST_RULES)} rules; delete one first`);
      }
      await this.holdScreen(tx, conditions);
      const ruleId = await insertRule(tx, userId, { name, event, conditions, quietHours: quiet, enabled });
      await setChannels(tx, userId, ruleId, channelIds);
      return ruleId;
    });
    return this.get(userId, id);
  }

  /** Changes what the draft names; another event needs its conditions. @throws AppError as {@link create}, `not_found`. */
  async change(userId: number, id: number, draft: Partial<RuleDraft>): Promise<RuleRow> {
    if (Object.keys(draft).length === 0) {
      throw AppError.invalid('the body changes nothing; send at least one field');
    }
    const { name, channelIds, quietHours, enabled } = draft;
    const known = await this.find(this.db, userId, id);
    const event = draft.event ?? known.event;
    const isOther = draft.conditions !== undefined || event !== known.event;
    // Before the transaction: a second connection might not be free.
    const told = isOther ? { event, conditions: await this.readConditions(event, draft.conditions) } : {};
    await this.db.transaction(async (tx) => {
      await lockOwner(tx, userId);
      await this.find(tx, userId, id);
      await this.holdScreen(tx, told.conditions);
      await updateRule(tx, id, {
        ...told,
        ...(name === undefined ? {} : { name }),
        ...(quietHours === undefined ? {} : { quietHours: quietHours === null ? null : readQuietHours(quietHours) }),
        ...(enabled === undefined ? {} : { enabled }),
      });
      if (channelIds !== undefined) await setChannels(tx, userId, id, channelIds);
    });
    return this.get(userId, id);
  }

  /** @throws AppError `not_found`. */
  async remove(userId: number, id: number): Promise<void> {
    if (!(await this.db.transaction((tx) => deleteRule(tx, userId, id)))) throw notFound(id);
  }

  /** A rule on a screen is refused where the screen would refuse its parameters or filters. */
  private async readConditions(
    event: RuleEvent,
    given: Readonly<Record<string, unknown>> | undefined,
  ): Promise<RuleConditions> {
    const conditions = readConditions(event, given);
    if (event === 'screen.matched') {
      const { screen, params = {}, filters = {} } = conditions as ScreenConditions;
      await this.screens.prepare(screen, { params, filters: readFilters(filters) });
    }
    return conditions;
  }

  /** A screen of a rule can't be deleted before the rule is there, which keeps it from then on. */
  private async holdScreen(tx: Transaction, conditions: RuleConditions | undefined): Promise<void> {
    if (conditions !== undefined && 'screen' in conditions) await this.screens.hold(tx, conditions.screen);
  }

  private async find(db: Database | Transaction, userId: number, id: number): Promise<RuleRow> {
    const rule = await selectRule(db, userId, id);
    if (rule === undefined) throw notFound(id);
    return rule;
  }
}

async function setChannels(
  tx: Transaction,
  userId: number,
  ruleId: number,
  channelIds: readonly number[],
): Promise<void> {
  const ids = [...new Set(channelIds)];
  if ((await setRuleChannels(tx, { ruleId, userId }, ids)) === ids.length) return;
  const message = 'must be channels of yours';
  throw AppError.invalid(`channel_ids ${message}`, [{ field: 'channel_ids', message }]);
}

function notFound(id: number): AppError {
  return AppError.notFound(`rule ${String(id)} does not exist`);
}
