import { Anchor, Button, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { api, dataOf, type Schemas } from '../../api/client';
import { useConsoleState } from '../../api/console-state';
import { Failure } from '../../api/failure';
import { FailureNote } from '../../parts/failure-note';
import { isPhase, type Phase, PHASES, usePhaseNames } from '../../parts/phases';
import { useNotices } from '../../parts/undo';
import { useFormats } from '../../words/formats';
import { useWords } from '../../words/words';
import { newWords } from './new-words';
import { findOpenSession, openSession, suggestionOptions } from './opening-sessions';
import { nameOf, sessionCalls } from './session-writes';
import styles from './sessions.module.css';

type Stock = Schemas['FoundStockReply'];

const REST_MS = 120;
const STOCKS_SHOWN = 8;
const FIRST_PRIORITY = 50;

/** A session for one stock: found by code, name or pinyin, with the entry that the server suggests. */
export function NewSession({ onEnd }: { onEnd: () => void }): ReactNode {
  const say = useWords(newWords);
  const phases = usePhaseNames();
  const formats = useFormats();
  const { today } = useConsoleState();
  const queries = useQueryClient();
  const { done } = useNotices();
  const [stock, setStock] = useState<Stock>();
  const [day, setDay] = useState<string>();
  const [price, setPrice] = useState<number | string>();
  const [phase, setPhase] = useState<Phase>('transition');
  const [priority, setPriority] = useState<number | string>(FIRST_PRIORITY);
  const [source, setSource] = useState<string>(say.byHand);
  const code = stock?.code ?? '';
  const suggestion = useQuery({ ...suggestionOptions(code), enabled: code !== '' });
  const suggested = code === '' ? undefined : suggestion.data;
  const shownDay = day ?? suggested?.suggestedEntryDate ?? '';
  // The suggested price is that of the suggested day.
  const suggestedPrice = shownDay === suggested?.suggestedEntryDate ? suggested.referencePrice : '';
  const shownPrice = price ?? suggestedPrice;

  const create = useMutation({
    mutationFn: async () => {
      const session = await openSession({
        code,
        entry_date: shownDay,
        current_primary_phase: phase,
        ...(source.trim() === '' ? {} : { source: source.trim() }),
        ...(typeof shownPrice === 'number' ? { entry_close_price: shownPrice } : {}),
      });
      if (typeof priority === 'number' && priority !== FIRST_PRIORITY) {
        await sessionCalls.setPriority(session.id, priority);
      }
      return session;
    },
    onSuccess: (session) => {
      void queries.invalidateQueries({ queryKey: ['sessions'] });
      done(say.created(nameOf(session)), async () => {
        await sessionCalls.remove(session.id);
        await queries.invalidateQueries({ queryKey: ['sessions'] });
      });
      onEnd();
    },
  });
  const exists = create.error instanceof Failure && create.error.code === 'open_session_exists';
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (code !== '' && shownDay !== '') create.mutate();
      }}
    >
      <StockField
        stock={stock}
        onStock={(found) => {
          setStock(found);
          setDay(undefined);
          setPrice(undefined);
          create.reset();
        }}
      />
      {code !== '' && suggested !== undefined && (
        <p className={styles.quiet}>
          {say.suggested(
            suggested.suggestedEntryDate,
            formats.price(suggested.referencePrice),
            suggested.lookbackTradingDays,
          )}{' '}
          {(day !== undefined || price !== undefined) && (
            <Anchor
              component="button"
              type="button"
              onClick={() => {
                setDay(undefined);
                setPrice(undefined);
              }}
            >
              {say.use}
            </Anchor>
          )}
        </p>
      )}
      {code !== '' && suggestion.error !== null && <p className={styles.quiet}>{say.noSuggestion}</p>}
      <div className={styles.formRow}>
        <TextInput
          type="date"
          label={say.entryDate}
          required
          withAsterisk={false}
          max={today}
          value={shownDay}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
        <NumberInput
          label={say.entryPrice}
          min={0}
          decimalScale={3}
          hideControls
          value={shownPrice}
          onChange={setPrice}
        />
      </div>
      <div className={styles.formRow}>
        <NativeSelect
          label={say.phase}
          value={phase}
          data={PHASES.map((value) => ({ value, label: phases[value] }))}
          onChange={({ currentTarget: { value } }) => {
            if (isPhase(value)) setPhase(value);
          }}
        />
        <NumberInput
          label={say.priority}
          min={0}
          max={100}
          allowDecimal={false}
          value={priority}
          onChange={setPriority}
        />
        <TextInput
          label={say.source}
          maxLength={32}
          value={source}
          onChange={(event) => setSource(event.currentTarget.value)}
        />
      </div>
      {exists && stock !== undefined && <Exists stock={stock} />}
      {create.error !== null && !exists && <FailureNote error={create.error} />}
      <div className={styles.formFoot}>
        <Button type="submit" loading={create.isPending} disabled={code === '' || shownDay === ''}>
          {say.create}
        </Button>
      </div>
    </form>
  );
}

/** Says that the code has an open session, and leads there. */
function Exists({ stock }: { stock: Stock }): ReactNode {
  const say = useWords(newWords);
  const { data } = useQuery({
    queryKey: ['sessions', 'open', stock.code],
    queryFn: () => findOpenSession(stock.code),
  });
  return (
    <p className={styles.undone} role="alert">
      {say.exists(nameOf(stock))}{' '}
      {data !== undefined && data !== null && <Link href={`/sessions/${data.id}`}>{say.openIt}</Link>}
    </p>
  );
}

/** Finds a stock while somebody types; ↑↓ choose, ↵ takes. */
function StockField({ stock, onStock }: { stock: Stock | undefined; onStock: (stock: Stock) => void }): ReactNode {
  const say = useWords(newWords);
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const [query] = useDebouncedValue(typed.trim(), REST_MS);
  const { data } = useQuery({
    queryKey: ['stocks', 'search', query],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/market/stocks', { params: { query: { query, limit: STOCKS_SHOWN } }, signal })),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  });
  const found = open && query !== '' ? (data?.items ?? []) : [];
  const take = (one: Stock): void => {
    onStock(one);
    setTyped(nameOf(one));
    setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || found.length === 0) return;
    if (event.key === 'ArrowDown') setAt(Math.min(at + 1, found.length - 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0));
    else if (event.key === 'Enter') {
      const one = found[at];
      if (one !== undefined) take(one);
    } else return;
    event.preventDefault();
  };
  return (
    <div>
      <TextInput
        label={say.stock}
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls="stocks-found"
        aria-autocomplete="list"
        aria-activedescendant={found.length > 0 ? `stock-found-${at}` : undefined}
        autoComplete="off"
        data-autofocus
        value={typed}
        rightSection={stock !== undefined && !open ? '✓' : undefined}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setOpen(true);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      {found.length > 0 && (
        <ul id="stocks-found" role="listbox" aria-label={say.found} className={styles.found}>
          {found.map((one, index) => (
            <li
              key={one.code}
              id={`stock-found-${index}`}
              role="option"
              aria-selected={index === at}
              onMouseDown={(event) => {
                event.preventDefault();
                take(one);
              }}
            >
              <span className="code">{one.code}</span> <span>{one.stockName}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
