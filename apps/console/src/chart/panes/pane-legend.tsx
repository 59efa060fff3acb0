import { type ReactNode, useMemo } from 'react';
import { createPortal } from 'react-dom';
import { NOTHING, useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import type { Bar } from '../bar';
import { type ChartPalette, paneColours } from '../chart-palette';
import styles from '../stock-chart.module.css';
import type { Pane } from './pane-names';
import { paneMessages } from './pane-messages';
import { findPaneValues, PANE_DECIMALS, PANE_PARAMETERS } from './pane-values';

interface LegendProps {
  readonly bars: readonly Bar[];
  /** Of the bar that is told of. */
  readonly index: number;
  readonly palette: ChartPalette;
}

/** The name and values of each pane, written over it. */
export function PaneLegends({ boxes, ...shown }: LegendProps & { boxes: ReadonlyMap<Pane, HTMLElement> }): ReactNode {
  return [...boxes].map(([pane, box]) => createPortal(<PaneLegend pane={pane} {...shown} />, box, pane));
}

function PaneLegend({ pane, bars, index, palette }: LegendProps & { pane: Pane }): ReactNode {
  const t = useMessages(paneMessages);
  const formats = useFormats();
  const valuesAt = useMemo(() => findPaneValues(pane, bars), [pane, bars]);
  const lines = paneColours(palette);
  return (
    <div className={`figure ${styles.paneLegend}`} data-pane={pane}>
      <span className={styles.quiet} title={t[pane](bars[0]?.tradeDate ?? NOTHING)}>
        {pane.toUpperCase()}
        <span className={styles.paneParameters}>({PANE_PARAMETERS[pane].join(',')})</span>
      </span>
      <dl className={styles.figures}>
        {valuesAt(index).map(({ name, value, isBar = false }, order) => (
          <div key={name}>
            <dt>
              <i
                className={styles.swatch}
                style={{ background: isBar ? barColour(value, palette) : lines[order] }}
                aria-hidden="true"
              />
              {name}
            </dt>
            <dd>{formats.decimal(value, PANE_DECIMALS[pane])}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function barColour(value: number | null, { up, down, ink2 }: ChartPalette): string {
  return value === null || value === 0 ? ink2 : value > 0 ? up : down;
}
