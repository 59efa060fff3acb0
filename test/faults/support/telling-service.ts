import { FAKE_CONFIGS } from '../../support/fakes/notifications/fake-credentials';
import { FakeNotificationServices } from '../../support/fakes/notifications/fake-services';
import { until } from '../../support/until';
import { RealService } from './real-service';

/** What stands of a delivery, with its event. */
export interface StoredDelivery {
  readonly channel: string;
  readonly state: string;
  readonly attempts: number;
  readonly isTold: boolean;
}

const SETTINGS = { SECRETS_KEY: 'a key of the fault tests, which is long enough' };

/** API and worker as real processes that tell of sessions at a fake service. */
export class TellingService {
  private sessionId = 0;

  private constructor(
    readonly service: RealService,
    readonly fake: FakeNotificationServices,
  ) {}

  /** @param environment Settings of both. The API runs, no worker yet. */
  static async create(environment: Record<string, string> = {}): Promise<TellingService> {
    const fake = await FakeNotificationServices.start();
    const service = await RealService.create({ ...SETTINGS, NOTIFY_ALLOW_HOSTS: fake.host, ...environment });
    await service.startApi();
    return new TellingService(service, fake);
  }

  async remove(): Promise<void> {
    await this.service.remove();
    await this.fake.stop();
  }

  /** Stops the workers, forgets everything, and opens a session whose phases are told to webhooks of these names. */
  async begin(...channels: string[]): Promise<void> {
    await this.service.stopWorkers();
    await this.service.database.query(
      'truncate event, notification_channel, notification_rule, tracking_session restart identity cascade',
    );
    this.fake.reset();
    const ids: number[] = [];
    for (const name of channels) {
      const draft = { name, kind: 'webhook', endpoint: `${this.fake.url}/hook`, config: FAKE_CONFIGS.webhook };
      ids.push((await this.post<{ channel: { id: number } }>('/api/notifications/channels', draft)).channel.id);
    }
    const rule = { name: 'phases', event: 'session.phase_changed', channel_ids: ids };
    await this.post('/api/notifications/rules', rule);
    const session = { code: '000001', entry_date: '2025-12-17' };
    this.sessionId = (await this.post<{ session: { id: number } }>('/api/stock-cycle/sessions', session)).session.id;
  }

  /** A fact: the session's phase. @returns the status; undefined without a response. */
  async changePhase(phase = 'markup'): Promise<number | undefined> {
    const path = `/api/stock-cycle/sessions/${String(this.sessionId)}`;
    const reply = await this.service.call('PATCH', path, { current_primary_phase: phase }).catch(() => undefined);
    return reply?.status;
  }

  async phase(): Promise<string | null> {
    const [session] = await this.service.database.query<{ phase: string | null }>(
      'select current_primary_phase as phase from tracking_session where id = $1',
      [this.sessionId],
    );
    return session?.phase ?? null;
  }

  /** Of the facts of the session; the worker may record others, such as late data. */
  async eventIds(): Promise<number[]> {
    const events = await this.service.database.query<{ id: number }>(
      `select id from event where type = 'session.phase_changed' order by id`,
    );
    return events.map(({ id }) => id);
  }

  /** By channel and event. */
  deliveries(): Promise<StoredDelivery[]> {
    return this.service.database.query<StoredDelivery>(
      `select c.name as channel, d.state, d.attempts, e.told_at is not null as "isTold"
       from notification_delivery d join event e on e.id = d.event_id join notification_channel c on c.id = d.channel_id
       order by c.name, e.id`,
    );
  }

  /** Waits until every event is told and everything of it sent. */
  async untilSent(timeoutMs: number): Promise<void> {
    await until('everything is sent', timeoutMs, async () => {
      const [open] = await this.service.database.query<{ open: number }>(
        `select (select count(*) from event where told_at is null)::int
           + (select count(*) from notification_delivery where state <> 'sent')::int as open`,
      );
      return open?.open === 0;
    });
  }

  /** `webhook-id` of the requests that arrived, answered or not. */
  webhookIds(): string[] {
    return this.fake.received.map(({ headers }) => headers['webhook-id'] ?? '');
  }

  async untilReceived(count: number, timeoutMs: number): Promise<void> {
    await until(`${String(count)} requests arrived`, timeoutMs, () => this.fake.received.length >= count);
  }

  /** A minute passes: the leases of channels run out. @returns how many were held. */
  async endLeases(): Promise<number> {
    const held = await this.service.database.query(
      `update notification_channel set lease_until = now() - interval '1 second' where lease_token is not null returning id`,
    );
    return held.length;
  }

  /** The wait for the next attempt passes. */
  async endWaits(): Promise<void> {
    await this.service.database.query(
      'update notification_delivery set next_attempt_at = now() where next_attempt_at is not null',
    );
  }

  private async post<Data>(path: string, body: object): Promise<Data> {
    const { status, code, data } = await this.service.call('POST', path, body);
    if (status >= 300) throw new Error(`${path}: ${String(status)} ${code ?? ''}`);
    return data as Data;
  }
}
