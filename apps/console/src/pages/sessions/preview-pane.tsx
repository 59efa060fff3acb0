import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { SessionPreview } from '../../session-preview/session-preview';
import { useMessages } from '../../i18n/messages';
import { useStoredState } from './stored-state';
import { sessionsMessages } from './sessions-messages';
import styles from './sessions.module.css';

const NARROWEST = 360;
const WIDEST = 900;
const DEFAULT_WIDTH = 500;
const STEP = 24;

const inBounds = (width: number): number => Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)));
const readWidth = (stored: unknown): number | undefined => (typeof stored === 'number' ? inBounds(stored) : undefined);

/** The session under the cursor, next to the list; as wide as somebody dragged it. */
export function PreviewPane({ sessionId }: { sessionId: number }): ReactNode {
  const t = useMessages(sessionsMessages);
  const [kept, keep] = useStoredState('preview-width', readWidth, DEFAULT_WIDTH);
  const [drawn, setDrawn] = useState<number>();
  const start = useRef<{ x: number; width: number }>(undefined);
  const width = drawn ?? kept;
  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, width };
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>): void => {
    if (start.current !== undefined) setDrawn(inBounds(start.current.width + start.current.x - event.clientX));
  };
  const onPointerUp = (): void => {
    start.current = undefined;
    if (drawn !== undefined) keep(drawn);
    setDrawn(undefined);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const step = event.key === 'ArrowLeft' ? STEP : event.key === 'ArrowRight' ? -STEP : 0;
    if (step === 0) return;
    event.preventDefault();
    keep(inBounds(width + step));
  };
  return (
    <>
      <div
        className={styles.divider}
        role="separator"
        aria-orientation="vertical"
        aria-label={t.previewWidth}
        aria-valuenow={width}
        aria-valuemin={NARROWEST}
        aria-valuemax={WIDEST}
        tabIndex={0}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onKeyDown={onKeyDown}
      />
      <aside className={styles.aside} style={{ width }} aria-label={t.preview}>
        <SessionPreview sessionId={sessionId} />
      </aside>
    </>
  );
}
