import { type ReactNode, useEffect, useState } from 'react';
import styles from './provenance.module.css';

const ID = 'provenance-tip';
const GAP = 6;
const WIDTH = 320;

interface Shown {
  readonly lines: readonly string[];
  readonly place: { readonly left: number; readonly top?: number; readonly bottom?: number };
}

/** The one tip of the page, for every value with `data-provenance`: hundreds of them in a list cost no listeners. */
export function ProvenanceTip(): ReactNode {
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => {
    let figure: Element | null = null;
    const show = (to: Element | null): void => {
      if (to === figure) return;
      figure?.removeAttribute('aria-describedby');
      figure = to;
      figure?.setAttribute('aria-describedby', ID);
      setShown(to === null ? null : shownAt(to));
    };
    const at = (event: Event): void => show(findFigure(event.target));
    // Leaving with the pointer leads back to what has the focus.
    const leave = (): void => show(findFigure(document.activeElement));
    const over = (event: Event): void => (findFigure(event.target) === null ? leave() : at(event));
    const hide = (event: Event): void => {
      if (!(event instanceof KeyboardEvent) || event.key === 'Escape') show(null);
    };
    const listened = [
      ['pointerover', over],
      ['focusin', at],
      ['focusout', hide],
      ['keydown', hide],
      ['scroll', hide],
    ] as const;
    for (const [name, listener] of listened) document.addEventListener(name, listener, true);
    return () => {
      for (const [name, listener] of listened) document.removeEventListener(name, listener, true);
    };
  }, []);
  return (
    <div id={ID} role="tooltip" className={styles.tip} hidden={shown === null} style={shown?.place}>
      {shown?.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}

function findFigure(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest('[data-provenance]') : null;
}

/** Below the value, above it if the window ends. */
function shownAt(figure: Element): Shown {
  const lines = (figure.getAttribute('data-provenance') ?? '').split('\n');
  const { left, top, bottom } = figure.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const isLow = bottom > clientHeight * 0.75;
  return {
    lines,
    place: {
      left: Math.max(GAP, Math.min(left, clientWidth - WIDTH - GAP)),
      ...(isLow ? { bottom: clientHeight - top + GAP } : { top: bottom + GAP }),
    },
  };
}
