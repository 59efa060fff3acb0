import { Button, Textarea } from '@mantine/core';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { Failure } from '../../api/failure';
import { DenseTable } from '../../parts/dense-table';
import { useFailureSentence } from '../../parts/failure-note';
import { Progress } from '../../parts/progress';
import { useNotices } from '../../parts/undo';
import { NOTHING, useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { atMostAtOnce } from './at-most-at-once';
import { newMessages } from './new-messages';
import { findOpenSession, openSession, suggestionOptions } from './opening-sessions';
import { readPastedCodes } from './pasted-codes';
import { sessionCalls } from './session-calls';
import styles from './sessions.module.css';

const AT_ONCE = 4;
const MAX_CODES = 200;

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
  const [text, setText] = useState('');
  const { known, progress, look, create, reset } = usePastedCodes();
  if (progress !== undefined) return <Progress {...progress} />;
  if (known === undefined) return <PasteForm text={text} onText={setText} onLook={(codes) => void look(codes)} />;
  return <KnownCodes known={known} onAgain={reset} onCreate={() => void create()} onEnd={onEnd} />;
}

interface PastedCodes {
  /** Undefined until codes have been looked up. */
  readonly known: readonly Known[] | undefined;
  readonly progress: { label: string; done: number; total: number } | undefined;
  readonly look: (codes: readonly string[]) => Promise<void>;
  /** Opens sessions for the codes that are ready, with one undo for all. */
  readonly create: () => Promise<void>;
  readonly reset: () => void;
}

function usePastedCodes(): PastedCodes {
  const t = useMessages(newMessages);
  const queries = useQueryClient();
  const why = useRejectionReason();
  const { done } = useNotices();
  const [known, setKnown] = useState<readonly Known[]>();
  const [progress, setProgress] = useState<PastedCodes['progress']>();
  const follow = (label: string, total: number): ((count: number) => void) => {
    setProgress({ label, done: 0, total });
    return (count) => setProgress({ label, done: count, total });
  };
  const readAgain = (): Promise<void> => queries.invalidateQueries({ queryKey: ['sessions'] });
  const look = async (codes: readonly string[]): Promise<void> => {
    const outcomes = await atMostAtOnce(
      AT_ONCE,
      codes,
      (code) => lookUp(queries, code),
      follow(t.looking, codes.length),
    );
    setKnown(
      outcomes.map(({ item, result, error }) => result ?? { kind: 'refused', code: item, name: null, why: why(error) }),
    );
    setProgress(undefined);
  };
  const create = async (): Promise<void> => {
    const ready = readyCodes(known);
    const outcomes = await atMostAtOnce(
      AT_ONCE,
      ready,
      ({ code, day, price }) =>
        openSession({ code, entry_date: day, entry_close_price: price, source: t.pastedSource }),
      follow(t.creating, ready.length),
    );
    const results = new Map(
      outcomes.map(({ item: { code, name }, result, error }): [string, Known] => [
        code,
        result === undefined
          ? { kind: 'refused', code, name: null, why: why(error) }
          : { kind: 'created', code, name, id: result.id },
      ]),
    );
    setKnown(known?.map((one) => results.get(one.code) ?? one));
    setProgress(undefined);
    void readAgain();
    const created = outcomes.flatMap(({ result }) => result ?? []);
    if (created.length === 0) return;
    done(t.createdMany(created.length), async () => {
      const back = await atMostAtOnce(AT_ONCE, created, ({ id }) => sessionCalls.remove(id));
      await readAgain();
      const stuck = back.find(({ error }) => error !== undefined);
      if (stuck !== undefined) throw stuck.error;
    });
  };
  return { known, progress, look, create, reset: () => setKnown(undefined) };
}

/** A sentence on why there is no session for a code. */
function useRejectionReason(): (error: unknown) => string {
  const t = useMessages(newMessages);
  const sentenceOf = useFailureSentence();
  return (error) => {
    if (!(error instanceof Failure)) return sentenceOf(error);
    if (error.code === 'open_session_exists') return t.isOpen;
    return ['not_found', 'no_market_data'].includes(error.code) ? t.unknown : sentenceOf(error);
  };
}

async function lookUp(queries: QueryClient, code: string): Promise<Known> {
  const open = await findOpenSession(code);
  if (open !== null) return { kind: 'open', code, name: open.stockName, id: open.id };
  const {
    stockName: name,
    suggestedEntryDate: day,
    referencePrice: price,
  } = await queries.query(suggestionOptions(code));
  return { kind: 'ready', code, name, day, price };
}

function readyCodes(known: readonly Known[] | undefined): Extract<Known, { kind: 'ready' }>[] {
  return known?.filter((one) => one.kind === 'ready') ?? [];
}

function PasteForm({
  text,
  onText,
  onLook,
}: {
  text: string;
  onText: (text: string) => void;
  onLook: (codes: readonly string[]) => void;
}): ReactNode {
  const t = useMessages(newMessages);
  const { codes, unread } = readPastedCodes(text);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onLook(codes);
      }}
    >
      <Textarea
        label={t.paste}
        description={t.pasteHint}
        autosize
        minRows={6}
        maxRows={16}
        data-autofocus
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
      />
      {unread.length > 0 && (
        <p className={styles.quiet}>
          {t.unread} {unread.join('、')}
        </p>
      )}
      {codes.length > MAX_CODES && <p role="alert">{t.tooMany(MAX_CODES)}</p>}
      <div className={styles.formFoot}>
        <Button type="submit" disabled={codes.length === 0 || codes.length > MAX_CODES}>
          {t.look(codes.length)}
        </Button>
      </div>
    </form>
  );
}

function KnownCodes({
  known,
  onAgain,
  onCreate,
  onEnd,
}: {
  known: readonly Known[];
  onAgain: () => void;
  onCreate: () => void;
  onEnd: () => void;
}): ReactNode {
  const t = useMessages(newMessages);
  const formats = useFormats();
  const ready = readyCodes(known);
  return (
    <div className={styles.form}>
      <DenseTable
        caption={t.pasted}
        rows={known}
        rowKey={({ code }) => code}
        columns={[
          { key: 'code', head: t.code, cell: ({ code }) => <span className="code">{code}</span> },
          { key: 'name', head: t.name, cell: ({ name }) => name ?? NOTHING },
          { key: 'state', head: t.state, cell: (one) => <KnownState known={one} /> },
          { key: 'day', head: t.entryDate, cell: (one) => (one.kind === 'ready' ? one.day : NOTHING), numeric: true },
          {
            key: 'price',
            head: t.entryPrice,
            cell: (one) => (one.kind === 'ready' ? formats.price(one.price) : NOTHING),
            numeric: true,
          },
        ]}
      />
      <div className={styles.formFoot}>
        <Button variant="default" onClick={onAgain}>
          {t.again}
        </Button>
        {ready.length > 0 ? (
          <Button onClick={onCreate} data-autofocus>
            {t.createMany(ready.length)}
          </Button>
        ) : (
          <Button onClick={onEnd}>{t.done}</Button>
        )}
      </div>
    </div>
  );
}

function KnownState({ known }: { known: Known }): ReactNode {
  const t = useMessages(newMessages);
  if (known.kind === 'ready') return t.willCreate;
  if (known.kind === 'refused') return <span>⚠ {known.why}</span>;
  return <Link href={`/sessions/${known.id}`}>{known.kind === 'open' ? t.isOpen : `✓ ${t.wasCreated}`}</Link>;
}
