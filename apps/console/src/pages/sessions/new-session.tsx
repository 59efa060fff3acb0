import { Anchor, Button, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useMutation, type UseMutationResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { Schemas } from '../../api/client';
import { useConsoleState } from '../../api/console-state';
import { Failure } from '../../api/failure';
import { DayField } from '../../parts/day-field';
import { FailureNote } from '../../parts/failure-note';
import { isPhase, type Phase, PHASES, usePhaseNames } from '../../parts/phases';
import { useNotices } from '../../parts/undo';
import { SearchField } from '../../search/search-field';
import { type FoundStock as Stock, useStockSearch } from '../../search/use-stock-search';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { newMessages } from './new-messages';
import { findOpenSession, openSession, suggestionOptions } from './opening-sessions';
import { sessionCalls } from './session-calls';
import { toName } from './session-writes';
import styles from './sessions.module.css';

const STOCKS_SHOWN = 8;
const DEFAULT_PRIORITY = 50;

/** A session for one stock: found by code, name or pinyin, with the entry that the server suggests. */
export function NewSession({ onEnd }: { onEnd: () => void }): ReactNode {
  const t = useMessages(newMessages);
  const [stock, setStock] = useState<Stock>();
  const code = stock?.code ?? '';
  const entry = useEntryFields(code);
  const [phase, setPhase] = useState<Phase>('transition');
  const [priority, setPriority] = useState<number | string>(DEFAULT_PRIORITY);
  const [source, setSource] = useState<string>(t.byHand);
  const create = useCreateSession(onEnd);
  const exists = create.error instanceof Failure && create.error.code === 'open_session_exists';
  const submit = (): void => {
    const [day, price] = [entry.day, entry.price];
    if (code !== '' && day !== '') create.mutate({ code, day, price, phase, priority, source: source.trim() });
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <StockField
        stock={stock}
        onStock={(found) => {
          setStock(found);
          entry.reset();
          create.reset();
        }}
      />
      <EntryFields entry={entry} />
      <div className={styles.formRow}>
        <PhaseField phase={phase} onPhase={setPhase} />
        <NumberInput
          label={t.priority}
          min={0}
          max={100}
          allowDecimal={false}
          value={priority}
          onChange={setPriority}
        />
        <TextInput
          label={t.source}
          maxLength={32}
          value={source}
          onChange={(event) => setSource(event.currentTarget.value)}
        />
      </div>
      {exists && stock !== undefined && <Exists stock={stock} />}
      {create.error !== null && !exists && <FailureNote error={create.error} />}
      <div className={styles.formFoot}>
        <Button type="submit" loading={create.isPending} disabled={code === '' || entry.day === ''}>
          {t.create}
        </Button>
      </div>
    </form>
  );
}

interface NewSessionValues {
  readonly code: string;
  readonly day: string;
  readonly price: number | string;
  readonly phase: Phase;
  readonly priority: number | string;
  readonly source: string;
}

/** Opens the session, with one undo that deletes it again. */
function useCreateSession(onEnd: () => void): UseMutationResult<Schemas['SessionResponse'], Error, NewSessionValues> {
  const t = useMessages(newMessages);
  const queries = useQueryClient();
  const { done } = useNotices();
  return useMutation({
    mutationFn: async ({ code, day, price, phase, priority, source }: NewSessionValues) => {
      const session = await openSession({
        code,
        entry_date: day,
        current_primary_phase: phase,
        ...(source === '' ? {} : { source }),
        ...(typeof price === 'number' ? { entry_close_price: price } : {}),
      });
      if (typeof priority === 'number' && priority !== DEFAULT_PRIORITY) {
        await sessionCalls.setPriority(session.id, priority);
      }
      return session;
    },
    onSuccess: (session) => {
      void queries.invalidateQueries({ queryKey: ['sessions'] });
      done(t.created(toName(session)), async () => {
        await sessionCalls.remove(session.id);
        await queries.invalidateQueries({ queryKey: ['sessions'] });
      });
      onEnd();
    },
  });
}

/** The day and the price of the entry: what was typed, else what the server suggests. */
interface EntryDraft {
  readonly day: string;
  readonly price: number | string;
  readonly typed: boolean;
  readonly suggested: Schemas['EntrySuggestionResponse'] | undefined;
  readonly noSuggestion: boolean;
  readonly setDay: (day: string) => void;
  readonly setPrice: (price: number | string) => void;
  /** Back to what the server suggests. */
  readonly reset: () => void;
}

function useEntryFields(code: string): EntryDraft {
  const [typedDay, setDay] = useState<string>();
  const [typedPrice, setPrice] = useState<number | string>();
  const suggestion = useQuery({ ...suggestionOptions(code), enabled: code !== '' });
  const suggested = code === '' ? undefined : suggestion.data;
  const day = typedDay ?? suggested?.suggestedEntryDate ?? '';
  // The suggested price is that of the suggested day.
  const suggestedPrice = day === suggested?.suggestedEntryDate ? suggested.referencePrice : '';
  return {
    day,
    price: typedPrice ?? suggestedPrice,
    typed: typedDay !== undefined || typedPrice !== undefined,
    suggested,
    noSuggestion: code !== '' && suggestion.error !== null,
    setDay,
    setPrice,
    reset: () => {
      setDay(undefined);
      setPrice(undefined);
    },
  };
}

function EntryFields({ entry }: { entry: EntryDraft }): ReactNode {
  const t = useMessages(newMessages);
  const formats = useFormats();
  const { today } = useConsoleState();
  const { suggested } = entry;
  return (
    <>
      {suggested !== undefined && (
        <p className={styles.quiet}>
          {t.suggested(
            suggested.suggestedEntryDate,
            formats.price(suggested.referencePrice),
            suggested.lookbackTradingDays,
          )}{' '}
          {entry.typed && (
            <Anchor component="button" type="button" onClick={entry.reset}>
              {t.use}
            </Anchor>
          )}
        </p>
      )}
      {entry.noSuggestion && <p className={styles.quiet}>{t.noSuggestion}</p>}
      <div className={styles.formRow}>
        <DayField
          label={t.entryDate}
          required
          withAsterisk={false}
          max={today}
          openOnly
          value={entry.day}
          onDay={entry.setDay}
        />
        <NumberInput
          label={t.entryPrice}
          min={0}
          decimalScale={3}
          hideControls
          value={entry.price}
          onChange={entry.setPrice}
        />
      </div>
    </>
  );
}

function PhaseField({ phase, onPhase }: { phase: Phase; onPhase: (phase: Phase) => void }): ReactNode {
  const t = useMessages(newMessages);
  const phases = usePhaseNames();
  return (
    <NativeSelect
      label={t.phase}
      value={phase}
      data={PHASES.map((value) => ({ value, label: phases[value] }))}
      onChange={({ currentTarget: { value } }) => {
        if (isPhase(value)) onPhase(value);
      }}
    />
  );
}

/** Says that the code has an open session, and leads there. */
function Exists({ stock }: { stock: Stock }): ReactNode {
  const t = useMessages(newMessages);
  const { data } = useQuery({
    queryKey: ['sessions', 'open', stock.code],
    queryFn: () => findOpenSession(stock.code),
  });
  return (
    <p className={styles.undone} role="alert">
      {t.exists(toName(stock))}{' '}
      {data !== undefined && data !== null && <Link href={`/sessions/${data.id}`}>{t.openIt}</Link>}
    </p>
  );
}

/** Finds a stock while somebody types; ↑↓ choose, ↵ takes. */
function StockField({ stock, onStock }: { stock: Stock | undefined; onStock: (stock: Stock) => void }): ReactNode {
  const t = useMessages(newMessages);
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const { stocks, settled } = useStockSearch(typed, STOCKS_SHOWN);
  return (
    <SearchField
      label={t.stock}
      focused
      typed={typed}
      onTyped={(text) => {
        setTyped(text);
        setOpen(true);
      }}
      settled={settled}
      listName={t.found}
      rightSection={stock !== undefined && !open ? '✓' : undefined}
      groups={[
        {
          choices: (open ? stocks : []).map((one) => ({
            key: one.code,
            label: (
              <>
                <span className="code">{one.code}</span> {one.stockName}
              </>
            ),
            take: () => {
              onStock(one);
              setTyped(toName(one));
              setOpen(false);
            },
          })),
        },
      ]}
    />
  );
}
