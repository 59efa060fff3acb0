import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Channels and rules of users, and a delivery for each event and channel. */
export class CreateNotifications1772000000020 implements MigrationInterface {
  name = 'CreateNotifications1772000000020';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table notification_channel (
        id bigint generated always as identity,
        user_id bigint not null,
        name text not null,
        kind text not null,
        endpoint text,
        config_box bytea not null,
        enabled boolean not null default true,
        disabled_reason text,
        rate_refusals integer not null default 0,
        free_at timestamptz,
        lease_token uuid,
        lease_until timestamptz,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        constraint notification_channel_pkey primary key (id),
        constraint notification_channel_user_fkey foreign key (user_id) references app_user (id) on delete cascade,
        constraint notification_channel_kind_check check (kind in ('wecom', 'feishu', 'lark', 'dingtalk', 'telegram',
          'bark', 'serverchan', 'pushplus', 'email', 'ntfy', 'webhook')),
        constraint notification_channel_reason_check check (disabled_reason is null or not enabled),
        constraint notification_channel_lease_check check ((lease_token is null) = (lease_until is null))
      )`);
    await runner.query('create unique index notification_channel_name on notification_channel (user_id, name)');
    await runner.query(`
      create table notification_rule (
        id bigint generated always as identity,
        user_id bigint not null,
        name text not null,
        event text not null,
        conditions jsonb not null default '{}',
        quiet_hours text,
        enabled boolean not null default true,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        constraint notification_rule_pkey primary key (id),
        constraint notification_rule_user_fkey foreign key (user_id) references app_user (id) on delete cascade,
        constraint notification_rule_event_check check (event in ('scan.completed', 'screen.matched',
          'session.phase_changed', 'session.event', 'session.due', 'price.crossed', 'drain.completed', 'drain.failed',
          'market.late', 'market.complete', 'study.completed', 'backup.failed', 'budget.spent')),
        constraint notification_rule_conditions_check check (jsonb_typeof(conditions) = 'object'),
        constraint notification_rule_quiet_check
          check (quiet_hours ~ '^([01][0-9]|2[0-3]):[0-5][0-9]-([01][0-9]|2[0-3]):[0-5][0-9]$')
      )`);
    await runner.query('create index notification_rule_of_user on notification_rule (user_id, id)');
    await runner.query('create index notification_rule_of_event on notification_rule (event) where enabled');
    await runner.query(`
      create table notification_rule_channel (
        rule_id bigint not null,
        channel_id bigint not null,
        constraint notification_rule_channel_pkey primary key (rule_id, channel_id),
        constraint notification_rule_channel_rule_fkey
          foreign key (rule_id) references notification_rule (id) on delete cascade,
        constraint notification_rule_channel_channel_fkey
          foreign key (channel_id) references notification_channel (id) on delete cascade
      )`);
    await runner.query('create index notification_rule_channel_back on notification_rule_channel (channel_id)');
    await runner.query(`
      create table notification_delivery (
        id bigint generated always as identity,
        event_id bigint not null,
        channel_id bigint not null,
        message jsonb not null,
        state text not null default 'pending',
        attempts integer not null default 0,
        next_attempt_at timestamptz,
        last_status integer,
        last_answer text,
        service_answer text,
        sent_at timestamptz,
        created_at timestamptz not null default now(),
        constraint notification_delivery_pkey primary key (id),
        constraint notification_delivery_event_fkey foreign key (event_id) references event (id) on delete cascade,
        constraint notification_delivery_channel_fkey
          foreign key (channel_id) references notification_channel (id) on delete cascade,
        constraint notification_delivery_once unique (event_id, channel_id),
        constraint notification_delivery_message_check check (jsonb_typeof(message) = 'object'),
        constraint notification_delivery_state_check
          check (state in ('pending', 'waiting', 'sent', 'failed', 'disabled')),
        constraint notification_delivery_next_check
          check ((state in ('pending', 'waiting')) = (next_attempt_at is not null)),
        constraint notification_delivery_sent_check check ((state = 'sent') = (sent_at is not null))
      )`);
    await runner.query(`
      create index notification_delivery_due on notification_delivery (channel_id, next_attempt_at, id)
        where next_attempt_at is not null`);
    await runner.query('create index notification_delivery_of_channel on notification_delivery (channel_id, id desc)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop table notification_delivery, notification_rule_channel, notification_rule, notification_channel',
    );
  }
}
