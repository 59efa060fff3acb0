import type { ReactNode } from 'react';
import { useFormats } from '../i18n/formats';
import styles from './change.module.css';

/** A percent that says with sign, and with the price colours, which way it went. */
export function Change({ percent, title }: { percent: number | null; title?: string | undefined }): ReactNode {
  const formats = useFormats();
  return (
    <span className={`figure ${getDirection(percent)}`} title={title}>
      {formats.change(percent)}
    </span>
  );
}

/** An amount of yuan that says with sign, and with the price colours, whether it was won or lost. */
export function Money({ yuan, title }: { yuan: number | null; title?: string | undefined }): ReactNode {
  const formats = useFormats();
  return (
    <span className={`figure ${getDirection(yuan)}`} title={title}>
      {formats.profit(yuan)}
    </span>
  );
}

function getDirection(value: number | null): string {
  if (value === null || value === 0) return styles.flat ?? '';
  return (value > 0 ? styles.up : styles.down) ?? '';
}

/** A difference in yuan, as {@link Change}. */
export function ChangeInYuan({ yuan }: { yuan: number | null }): ReactNode {
  const formats = useFormats();
  const sign = yuan !== null && yuan > 0 ? '+' : '';
  return <span className={`figure ${getDirection(yuan)}`}>{`${sign}${formats.price(yuan)}`}</span>;
}
