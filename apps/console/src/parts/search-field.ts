import { useSearchParams } from 'wouter';

/** Sets one field of the address's query, or takes it away where the value is empty; Back does not walk through each. */
export function useSearchField(): (name: string, value: string) => void {
  const [, setSearch] = useSearchParams();
  return (name, value) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
}
