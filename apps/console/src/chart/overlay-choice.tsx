import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { defineMessages, useMessages } from '../i18n/messages';
import { OVERLAYS, type Overlay } from './overlay-names';

const messages = defineMessages({
  zh: {
    overlays: '叠加',
    phases: '阶段',
    ranges: '区间',
    events: '事件',
    chips: '筹码',
    averages: '均线',
    strength: '强弱',
    macd: 'MACD',
    kdj: 'KDJ',
  },
  en: {
    overlays: 'On the chart',
    phases: 'Phases',
    ranges: 'Ranges',
    events: 'Events',
    chips: 'Chips',
    averages: 'Averages',
    strength: 'Strength',
    macd: 'MACD',
    kdj: 'KDJ',
  },
});

/** What a chart shows in addition to its candles. @param offered Those that the page's chart has. */
export function OverlayChoice({
  offered = OVERLAYS,
  chosen,
  onChoose,
  className,
}: {
  offered?: readonly Overlay[];
  chosen: readonly Overlay[];
  onChoose: (overlays: readonly Overlay[]) => void;
  className?: string | undefined;
}): ReactNode {
  const t = useMessages(messages);
  return (
    <div className={className} role="group" aria-label={t.overlays}>
      {offered.map((overlay) => (
        <Checkbox
          key={overlay}
          label={t[overlay]}
          checked={chosen.includes(overlay)}
          onChange={({ currentTarget: { checked } }) =>
            onChoose(OVERLAYS.filter((other) => (other === overlay ? checked : chosen.includes(other))))
          }
        />
      ))}
    </div>
  );
}
