import { Anchor, Button, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useConsoleState } from '../../api/console-state';
import { Failure } from '../../api/failure';
import { DayField } from '../../parts/day-field';
import { FailureNote } from '../../parts/failure-note';
import { isPhase, type Phase, PHASES, usePhaseNames } from '../../parts/phases';
import { useNotices } from '../../parts/undo';
import { SearchField } from '../../search/search-field';
import { type FoundStock as Stock, useStockSearch } from '../../search/use-stock-search';
import { useFormats } from '../../words/formats';
import { useWords } from '../../words/words';
import { newWords } from './new-words';
import { findOpenSession, openSession, suggestionOptions } from './opening-sessions';
import { nameOf, sessionCalls } from './session-writes';
import styles from './sessions.module.css';

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
        <DayField
          label={say.entryDate}
          required
          withAsterisk={false}
          max={today}
          openOnly
          value={shownDay}
          onDay={setDay}
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
  const { stocks, settled } = useStockSearch(typed, STOCKS_SHOWN);
  return (
    <SearchField
      label={say.stock}
      focused
      typed={typed}
      onTyped={(text) => {
        setTyped(text);
        setOpen(true);
      }}
      settled={settled}
      listName={say.found}
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
              setTyped(nameOf(one));
              setOpen(false);
            },
          })),
        },
      ]}
    />
  );
}
