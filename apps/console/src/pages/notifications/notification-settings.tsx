import type { ReactNode } from 'react';
import { CalendarPanel } from './calendar-panel';
import { ChannelsPanel } from './channels-panel';
import { DeliveriesPanel } from './deliveries-panel';
import { RulesPanel } from './rules-panel';

/** Where the user is told, of what, and what was sent. */
export function NotificationSettings(): ReactNode {
  return (
    <>
      <ChannelsPanel />
      <RulesPanel />
      <CalendarPanel />
      <DeliveriesPanel />
    </>
  );
}
