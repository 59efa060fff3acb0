import { Entity, PrimaryColumn } from 'typeorm';

/** A channel at which a rule tells. */
@Entity('notification_rule_channel')
export class RuleChannel {
  @PrimaryColumn({ type: 'bigint' })
  ruleId!: number;

  @PrimaryColumn({ type: 'bigint' })
  channelId!: number;
}
