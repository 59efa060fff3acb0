import { Button, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { Failure } from '../../api/failure';
import { DenseTable } from '../../parts/dense-table';
import { useFailureSentence } from '../../parts/failure-note';
import { Progress } from '../../parts/progress';
import { useNotices } from '../../parts/undo';
import { NOTHING, useFormats } from '../../words/formats';
import { useWords } from '../../words/words';
import { atMostAtOnce } from './at-most-at-once';
import { newWords } from './new-words';
import { findOpenSession, openSession, suggestionOptions } from './opening-sessions';
import { readPastedCodes } from './pasted-codes';
import { sessionCalls } from './session-writes';
import styles from './sessions.module.css';

const AT_ONCE = 4;
const MOST_CODES = 200;

/** What is known of a pasted code. */
type Known =
  | { readonly kind: 'open' | 'created'; readonly code: string; readonly name: string | null; readonly id: number }
  | {
      readonly kind: 'ready';
      readonly code: string;
      readonly name: string | null;
      readonly day: string;
      readonly price: number;
    }
  | { readonly kind: 'refused'; readonly code: string; readonly name: null; readonly why: string };

/** Sessions for a pasted list of codes: which have one already, which get one and where they enter. */
export function PastedSessions({ onEnd }: { onEnd: () => void }): ReactNode {
  const say = useWords(newWords);
  const formats = useFormats();
  const queries = useQueryClient();
  const sentenceOf = useFailureSentence();
  const { done } = useNotices();
  const [text, setText] = useState('');
  const [known, setKnown] = useState<readonly Known[]>();
  const [progress, setProgress] = useState<{ label: string; done: number; total: number }>();
  const { codes, unread } = readPastedCodes(text);

  const why = (error: unknown): string => {
    if (!(error instanceof Failure)) return sentenceOf(error);
    if (error.code === 'open_session_exists') return say.isOpen;
    return ['not_found', 'no_market_data'].includes(error.code) ? say.unknown : sentenceOf(error);
  };
  const follow = (label: string, total: number): ((count: number) => void) => {
    setProgress({ label, done: 0, total });
    return (count) => setProgress({ label, done: count, total });
  };
  const lookUp = async (code: string): Promise<Known> => {
    const open = await findOpenSession(code);
    if (open !== null) return { kind: 'open', code, name: open.stockName, id: open.id };
    const found = await queries.query(suggestionOptions(code));
    return {
      kind: 'ready',
      code,
      name: found.stockName,
      day: found.suggestedEntryDate,
      price: found.referencePrice,
    };
  };
  const look = async (): Promise<void> => {
    const outcomes = await atMostAtOnce(AT_ONCE, codes, lookUp, follow(say.looking, codes.length));
    setKnown(
      outcomes.map(({ item, result, error }) => result ?? { kind: 'refused', code: item, name: null, why: why(error) }),
    );
    setProgress(undefined);
  };
  const ready = known?.filter((one) => one.kind === 'ready') ?? [];
  const create = async (): Promise<void> => {
    const outcomes = await atMostAtOnce(
      AT_ONCE,
      ready,
      ({ code, day, price }) =>
        openSession({ code, entry_date: day, entry_close_price: price, source: say.pastedSource }),
      follow(say.creating, ready.length),
    );
    const created = new Map(
      outcomes.flatMap(({ item, result }) => (result === undefined ? [] : [[item.code, result] as const])),
    );
    const refused = new Map(
      outcomes.flatMap(({ item, error }) => (error === undefined ? [] : [[item.code, why(error)] as const])),
    );
    setKnown(
      known?.map((one): Known => {
        const session = created.get(one.code);
        const reason = refused.get(one.code);
        if (session !== undefined) return { kind: 'created', code: one.code, name: one.name, id: session.id };
        return reason === undefined ? one : { kind: 'refused', code: one.code, name: null, why: reason };
      }),
    );
    setProgress(undefined);
    const again = (): Promise<void> => queries.invalidateQueries({ queryKey: ['sessions'] });
    void again();
    if (created.size === 0) return;
    done(say.createdMany(created.size), async () => {
      const back = await atMostAtOnce(AT_ONCE, [...created.values()], ({ id }) => sessionCalls.remove(id));
      await again();
      const stuck = back.find(({ error }) => error !== undefined);
      if (stuck !== undefined) throw stuck.error;
    });
  };

  if (progress !== undefined) return <Progress {...progress} />;
  if (known === undefined) {
    return (
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void look();
        }}
      >
        <Textarea
          label={say.paste}
          description={say.pasteHint}
          autosize
          minRows={6}
          maxRows={16}
          data-autofocus
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {unread.length > 0 && (
          <p className={styles.quiet}>
            {say.unread} {unread.join('、')}
          </p>
        )}
        {codes.length > MOST_CODES && <p role="alert">{say.tooMany(MOST_CODES)}</p>}
        <div className={styles.formFoot}>
          <Button type="submit" disabled={codes.length === 0 || codes.length > MOST_CODES}>
            {say.look(codes.length)}
          </Button>
        </div>
      </form>
    );
  }
  return (
    <div className={styles.form}>
      <DenseTable
        caption={say.pasted}
        rows={known}
        rowKey={({ code }) => code}
        columns={[
          { key: 'code', head: say.code, cell: ({ code }) => <span className="code">{code}</span> },
          { key: 'name', head: say.name, cell: ({ name }) => name ?? NOTHING },
          { key: 'state', head: say.state, cell: (one) => <KnownState known={one} /> },
          { key: 'day', head: say.entryDate, cell: (one) => (one.kind === 'ready' ? one.day : NOTHING), figure: true },
          {
            key: 'price',
            head: say.entryPrice,
            cell: (one) => (one.kind === 'ready' ? formats.price(one.price) : NOTHING),
            figure: true,
          },
        ]}
      />
      <div className={styles.formFoot}>
        <Button variant="default" onClick={() => setKnown(undefined)}>
          {say.again}
        </Button>
        {ready.length > 0 ? (
          <Button onClick={() => void create()} data-autofocus>
            {say.createMany(ready.length)}
          </Button>
        ) : (
          <Button onClick={onEnd}>{say.done}</Button>
        )}
      </div>
    </div>
  );
}

function KnownState({ known }: { known: Known }): ReactNode {
  const say = useWords(newWords);
  if (known.kind === 'ready') return say.willCreate;
  if (known.kind === 'refused') return <span>⚠ {known.why}</span>;
  return <Link href={`/sessions/${known.id}`}>{known.kind === 'open' ? say.isOpen : `✓ ${say.wasCreated}`}</Link>;
}
