import { useMemo, useSyncExternalStore } from 'react';
import { PHASES, type Phase } from '../parts/phases';

/** The colours of tokens.css, for canvases. */
export interface ChartPalette {
  readonly up: string;
  readonly down: string;
  readonly ink: string;
  readonly ink2: string;
  readonly ink3: string;
  readonly line: string;
  readonly panel: string;
  readonly accent: string;
  readonly warning: string;
  readonly phases: Readonly<Record<Phase, string>>;
  readonly font: string;
}

/** The palette of the chosen appearance; read again when light, dark or the price colours change. */
export function useChartPalette(): ChartPalette {
  const chosen = useSyncExternalStore(subscribe, chosenAppearance);
  // `chosen` is what the style sheet answers to.
  return useMemo(() => readPalette(chosen), [chosen]);
}

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme', 'data-price-colours'] });
  return () => observer.disconnect();
}

function chosenAppearance(): string {
  const { mantineColorScheme = '', priceColours = '' } = document.documentElement.dataset;
  return `${mantineColorScheme} ${priceColours}`;
}

function readPalette(_chosen: string): ChartPalette {
  const style = getComputedStyle(document.documentElement);
  const pen = document.createElement('canvas').getContext('2d');
  const token = (name: string): string => plain(pen, style.getPropertyValue(name).trim());
  return {
    up: token('--up'),
    down: token('--down'),
    ink: token('--ink'),
    ink2: token('--ink-2'),
    ink3: token('--ink-3'),
    line: token('--line'),
    panel: token('--panel'),
    accent: token('--accent'),
    warning: token('--warning'),
    phases: Object.fromEntries(PHASES.map((phase) => [phase, token(`--phase-${phase}`)])) as Record<Phase, string>,
    font: style.getPropertyValue('--font').trim(),
  };
}

/** `#rrggbb`, however the style sheet's compiler has shortened it. */
function plain(pen: CanvasRenderingContext2D | null, colour: string): string {
  if (pen === null) return colour;
  pen.fillStyle = colour;
  return pen.fillStyle;
}

/** The lines of the averages of 5, 20, 60 and 250 bars. */
export function averageColours({ ink3, warning, accent, phases }: ChartPalette): readonly string[] {
  return [ink3, warning, accent, phases.markdown];
}

/** The lines of a pane, as terminals have them: the quick one in ink, the slow one yellow, KDJ's third purple. */
export function paneColours({ ink, warning, phases }: ChartPalette): readonly string[] {
  return [ink, warning, phases.markdown];
}

const BRIGHT = 0.25;

/** The one of ink and panel that reads better on a hue given as `#rrggbb`. */
export function readableOn(hue: string, { ink, panel }: Pick<ChartPalette, 'ink' | 'panel'>): string {
  const [dark, light] = getBrightness(ink) < getBrightness(panel) ? [ink, panel] : [panel, ink];
  return getBrightness(hue) > BRIGHT ? dark : light;
}

/** The relative luminance of WCAG 2, near enough. */
function getBrightness(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => (parseInt(colour.slice(at, at + 2), 16) / 255) ** 2.2);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
