import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { Component, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { FailureNote } from '../parts/failure-note';
import styles from './frame.module.css';

/** Shows what a page could not get over in its place; another address, or trying again, starts over. */
export function PageFailures({ children }: { children: ReactNode }): ReactNode {
  const [location] = useLocation();
  const { reset } = useQueryErrorResetBoundary();
  return (
    <Boundary key={location} onRetry={reset}>
      {children}
    </Boundary>
  );
}

class Boundary extends Component<{ children: ReactNode; onRetry: () => void }, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error: error ?? new Error('unknown') };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const retry = (): void => {
      this.props.onRetry();
      this.setState({ error: undefined });
    };
    return (
      <div className={styles.starting}>
        <FailureNote error={error} onRetry={retry} />
      </div>
    );
  }
}
