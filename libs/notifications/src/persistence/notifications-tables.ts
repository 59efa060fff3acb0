import { CreateNotifications1772000000020 } from './1772000000020-create-notifications';
import { MakeDigestRules1772200000020 } from './1772200000020-make-digest-rules';
import { NotificationChannel } from './notification-channel.entity';
import { NotificationDelivery } from './notification-delivery.entity';
import { NotificationRule } from './notification-rule.entity';
import { RuleChannel } from './rule-channel.entity';

export const NOTIFICATIONS_ENTITIES = [NotificationChannel, NotificationRule, RuleChannel, NotificationDelivery];

export const NOTIFICATIONS_MIGRATIONS = [CreateNotifications1772000000020, MakeDigestRules1772200000020];
