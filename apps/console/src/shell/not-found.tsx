import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { EmptyNote } from '../parts/empty-note';
import { Page } from '../parts/page';
import { useWords } from '../words/words';
import { shellWords } from './shell-words';

export function NotFound(): ReactNode {
  const say = useWords(shellWords);
  return (
    <Page title={say.notFound}>
      <EmptyNote action={<Link href="/today">{say.toToday}</Link>}>{say.notFound}</EmptyNote>
    </Page>
  );
}
