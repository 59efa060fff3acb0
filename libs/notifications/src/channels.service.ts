import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { constraintOf, Database, type Transaction } from '#lib/database';
import { AppError, Clock } from '#lib/kernel';
import { Secrets } from '#lib/secrets';
import type { ChannelKind } from './domain/channel-kind';
import { deliver } from './channels/deliver';
import { maskConfig, readConfig } from './channels/settings/channel-config';
import { readEndpoint } from './channels/settings/read-endpoint';
import type { ChannelConfig } from './channels/settings/setting';
import { newWebhookSecret } from './channels/standard-webhook';
import {
  type ChannelChanges,
  type ChannelRow,
  deleteChannel,
  insertChannel,
  selectChannel,
  selectChannels,
  updateChannel,
} from './persistence/channels.query';
import { endWaiting } from './persistence/deliveries.query';
import { lockOwner } from './persistence/rules.query';

/** Enough for anyone. */
const MOST_CHANNELS = 50;
const UNIQUE_NAME = 'notification_channel_name';

/** A channel as its owner sees it: secrets are masked. */
export interface ChannelView extends Omit<ChannelRow, 'configBox'> {
  /** Null where the key of this installation doesn't open it: it must be given again. */
  readonly config: ChannelConfig | null;
}

export interface ChannelDraft {
  readonly name: string;
  readonly kind: ChannelKind;
  readonly endpoint?: string | null | undefined;
  readonly config: Readonly<Record<string, unknown>>;
  readonly enabled: boolean;
}

/** What a test message came to. */
export interface TestResult {
  readonly delivered: boolean;
  /** In our words. */
  readonly reason: string;
}

/** The services at which users are told. Each user has his own; their secrets are encrypted at rest. */
@Injectable()
export class ChannelsService {
  constructor(
    private readonly db: Database,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  async list(userId: number): Promise<ChannelView[]> {
    return Promise.all((await selectChannels(this.db, userId)).map((row) => this.show(row)));
  }

  /** @throws AppError `not_found`. */
  async get(userId: number, id: number): Promise<ChannelView> {
    return this.show(await this.find(this.db, userId, id));
  }

  /**
   * @returns the channel, and the secret that was made for a webhook without one: it is shown this once.
   * @throws AppError `invalid_input`, `name_taken`, `too_many_channels` (409).
   */
  async create(userId: number, draft: ChannelDraft): Promise<{ channel: ChannelView; madeSecret: string | null }> {
    const { name, kind, enabled } = draft;
    const given = readConfig(kind, draft.config);
    const endpoint = readEndpoint(kind, draft.endpoint, this.allowance());
    const madeSecret = kind === 'webhook' && given['secret'] === undefined ? newWebhookSecret() : null;
    const config = madeSecret === null ? given : { ...given, secret: madeSecret };
    const configBox = await this.secrets.encrypt(JSON.stringify(config));
    const id = await this.write(async (tx) => {
      await lockOwner(tx, userId);
      if ((await selectChannels(tx, userId)).length >= MOST_CHANNELS) {
        throw AppError.conflict('too_many_channels', `you have ${String(MOST_CHANNELS)} channels; delete one first`);
      }
      return insertChannel(tx, { userId, name, kind, endpoint, configBox, enabled });
    });
    return { channel: await this.get(userId, id), madeSecret };
  }

  /**
   * Changes what the draft names. A masked secret that is sent back stays as it is. To switch a channel on forgets why it was
   * off; what waits for one that is switched off ends.
   * @throws AppError `invalid_input`, `not_found`, `name_taken`.
   */
  async change(userId: number, id: number, draft: Partial<Omit<ChannelDraft, 'kind'>>): Promise<ChannelView> {
    if (Object.keys(draft).length === 0) {
      throw AppError.invalid('the body changes nothing; send at least one field');
    }
    await this.write(async (tx) => {
      await lockOwner(tx, userId);
      const { kind, configBox } = await this.find(tx, userId, id);
      const { name, endpoint, config, enabled } = draft;
      const changes: ChannelChanges = {
        ...(name === undefined ? {} : { name }),
        ...(endpoint === undefined ? {} : { endpoint: readEndpoint(kind, endpoint, this.allowance()) }),
        ...(config === undefined
          ? {}
          : {
              configBox: await this.secrets.encrypt(
                JSON.stringify(readConfig(kind, config, await this.open(configBox))),
              ),
            }),
        ...(enabled === undefined ? {} : { enabled }),
        ...(enabled === true ? { disabledReason: null, rateRefusals: 0, freeAt: null } : {}),
      };
      await updateChannel(tx, id, changes);
      if (enabled === false) await endWaiting(tx, id, 'the channel was switched off');
    });
    return this.get(userId, id);
  }

  /** Deletes a channel with its deliveries. @throws AppError `not_found`. */
  async remove(userId: number, id: number): Promise<void> {
    if (!(await this.db.transaction((tx) => deleteChannel(tx, userId, id)))) throw notFound(id);
  }

  /** Sends a test message at once, also to a channel that is off. @throws AppError `not_found`, `config_unreadable` (409). */
  async test(userId: number, id: number, signal: AbortSignal): Promise<TestResult> {
    const { kind, endpoint, configBox, name } = await this.find(this.db, userId, id);
    const config = await this.open(configBox);
    if (config === undefined) {
      throw AppError.conflict('config_unreadable', 'the settings of the channel cannot be read; give them again');
    }
    const { publicUrl } = this.config;
    const event = { id: `test_${randomUUID()}`, type: 'channel.test', timestamp: this.clock.now().toISOString() };
    const result = await deliver(
      {
        ...{ kind, endpoint, config },
        message: { title: '测试消息', lines: [`渠道“${name}”可以收到通知。`], total: 1, link: publicUrl ?? null },
        event: { ...event, data: { channelId: id } },
      },
      { ...this.allowance(), now: () => Date.now(), signal },
    );
    return { delivered: result.outcome === 'sent', reason: result.reason };
  }

  /** The settings of a stored channel; undefined where the key of this installation doesn't open them. */
  async open(configBox: Buffer): Promise<ChannelConfig | undefined> {
    const text = await this.secrets.decrypt(configBox);
    return text === undefined ? undefined : (JSON.parse(text) as ChannelConfig);
  }

  /** Where messages may go beside public addresses. */
  allowance(): { allowHosts: readonly string[]; allowCidrs: readonly string[] } {
    return { allowHosts: this.config.notifyAllowHosts, allowCidrs: this.config.webhookAllowCidrs };
  }

  private async show({ configBox, ...row }: ChannelRow): Promise<ChannelView> {
    const config = await this.open(configBox);
    return { ...row, config: config === undefined ? null : maskConfig(row.kind, config) };
  }

  private async find(db: Database | Transaction, userId: number, id: number): Promise<ChannelRow> {
    const channel = await selectChannel(db, userId, id);
    if (channel === undefined) throw notFound(id);
    return channel;
  }

  private async write<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    try {
      return await this.db.transaction(work);
    } catch (error) {
      if (constraintOf(error) !== UNIQUE_NAME) throw error;
      throw AppError.conflict('name_taken', 'another channel of yours has this name');
    }
  }
}

function notFound(id: number): AppError {
  return AppError.notFound(`channel ${String(id)} does not exist`);
}
