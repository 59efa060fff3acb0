import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './more-button.module.css';

interface MoreButtonProps {
  readonly children: string;
  readonly loading?: boolean;
  readonly onMore: () => void;
}

/** Shows more rows of the list that it stands under. */
export function MoreButton({ children, loading = false, onMore }: MoreButtonProps): ReactNode {
  return (
    <div className={styles.more}>
      <Button variant="default" loading={loading} onClick={onMore}>
        {children}
      </Button>
    </div>
  );
}
