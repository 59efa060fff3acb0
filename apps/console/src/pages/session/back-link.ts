import { useLocation } from 'wouter';

const LISTS = ['/sessions', '/today', '/scans', '/ai', '/market'];

/**
 * Goes to where the page was opened from, filters and all. A page that was opened by its address leads to the list; so do
 * browsers that do not report their history.
 */
export function useBackLink(): () => void {
  const [, navigate] = useLocation();
  return () => {
    const before = addressBefore();
    if (before !== undefined && LISTS.some((path) => before === path || before.startsWith(`${path}/`))) history.back();
    else navigate('/sessions');
  };
}

function addressBefore(): string | undefined {
  if (!('navigation' in window)) return undefined;
  const index = window.navigation.currentEntry?.index ?? 0;
  const url = window.navigation.entries()[index - 1]?.url;
  return url === undefined || url === null ? undefined : new URL(url).pathname;
}
