import { FormulaProblem } from './formula-problem';
import type { Operator, Statement, Syntax } from './syntax';
import { readTokens, type Token } from './tokens';

/** Bytes in UTF-8. */
export const LONGEST_FORMULA = 4096;
/** Numbers, names, signs and calls. */
const MOST_NODES = 200;
const DEEPEST_NESTING = 20;

/** Signs that stand between two parts: how tightly they bind, and the operator that they stand for. */
const BINARY: Readonly<Record<string, { readonly power: number; readonly operator: Operator }>> = {
  OR: { power: 1, operator: 'OR' },
  '||': { power: 1, operator: 'OR' },
  AND: { power: 2, operator: 'AND' },
  '&&': { power: 2, operator: 'AND' },
  '>': { power: 4, operator: '>' },
  '<': { power: 4, operator: '<' },
  '>=': { power: 4, operator: '>=' },
  '<=': { power: 4, operator: '<=' },
  '=': { power: 4, operator: '=' },
  '==': { power: 4, operator: '=' },
  '<>': { power: 4, operator: '<>' },
  '!=': { power: 4, operator: '<>' },
  '+': { power: 5, operator: '+' },
  '-': { power: 5, operator: '-' },
  '*': { power: 6, operator: '*' },
  '/': { power: 6, operator: '/' },
};

/** A `NOT` without parentheses takes a comparison: weaker than its sign, stronger than `AND`. */
const NOT_POWER = 3;
const MINUS_POWER = 7;

/** How TongDaXin has a line drawn; it says nothing about which stocks are chosen. */
const LINE_STYLE =
  /^(?:COLOR\w*|RGBX\w*|LINETHICK\d*|NODRAW|DOTLINE|STICK|VOLSTICK|COLORSTICK|LINESTICK|CROSSDOT|CIRCLEDOT|POINTDOT|NOTEXT|NOFRAME|DRAWABOVE|DRAWNULL)$/;

/**
 * Reads the statements of a formula in TongDaXin's language.
 * @throws FormulaProblem at the first place that can't be read, or if the formula is longer, larger or deeper than allowed.
 */
export function parseFormula(formula: string): Statement[] {
  if (Buffer.byteLength(formula) > LONGEST_FORMULA) throw new FormulaProblem('too_long', 0, { limit: LONGEST_FORMULA });
  return new Parser(readTokens(formula)).readStatements();
}

class Parser {
  private index = 0;
  private nodes = 0;
  private depth = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  readStatements(): Statement[] {
    const statements: Statement[] = [];
    while (!this.hasEnded()) {
      if (this.skip(';')) continue;
      statements.push(this.readStatement());
      if (!this.hasEnded()) this.take(';');
    }
    if (statements.length === 0) throw new FormulaProblem('empty', 0);
    return statements;
  }

  private readStatement(): Statement {
    const { at, text } = this.current;
    const sign = this.current.kind === 'name' ? this.tokens[this.index + 1]?.text : undefined;
    const named = sign === ':=' || sign === ':';
    if (named) this.index += 2;
    const expression = this.readExpression(0);
    this.skipLineStyles();
    return { at, name: named ? text : null, shown: sign !== ':=', expression };
  }

  private skipLineStyles(): void {
    while (this.skip(',')) {
      if (this.current.kind !== 'name' || !LINE_STYLE.test(this.current.text)) this.fail(';');
      this.index += 1;
    }
  }

  private readExpression(power: number): Syntax {
    let left = this.readPrefix();
    for (;;) {
      const { text, at } = this.current;
      const binary = BINARY[text];
      if (binary === undefined || binary.power <= power) return left;
      this.index += 1;
      const right = this.nested(() => this.readExpression(binary.power));
      left = this.count({ kind: 'binary', at, operator: binary.operator, left, right });
    }
  }

  private readPrefix(): Syntax {
    const { kind, text, at } = this.current;
    if (kind === 'number') {
      this.index += 1;
      return this.count({ kind: 'number', at, value: Number(text) });
    }
    if (this.skip('(')) {
      const inner = this.nested(() => this.readExpression(0));
      this.take(')');
      return inner;
    }
    if (text === '-' || text === '+') {
      this.index += 1;
      const operand = this.nested(() => this.readExpression(MINUS_POWER));
      return text === '+' ? operand : this.count({ kind: 'unary', at, operator: '-', operand });
    }
    if (kind !== 'name' || BINARY[text] !== undefined) throw new FormulaProblem('expected_operand', at, { text });
    this.index += 1;
    if (text === 'NOT' && this.current.text !== '(') {
      const operand = this.nested(() => this.readExpression(NOT_POWER));
      return this.count({ kind: 'unary', at, operator: 'NOT', operand });
    }
    return this.skip('(') ? this.readCall(text, at) : this.count({ kind: 'name', at, name: text });
  }

  private readCall(name: string, at: number): Syntax {
    const list: Syntax[] = [];
    if (!this.skip(')')) {
      do list.push(this.nested(() => this.readExpression(0)));
      while (this.skip(','));
      this.take(')');
    }
    const [operand] = list;
    if (name === 'NOT' && operand !== undefined && list.length === 1) {
      return this.count({ kind: 'unary', at, operator: 'NOT', operand });
    }
    return this.count({ kind: 'call', at, name, arguments: list });
  }

  private nested(read: () => Syntax): Syntax {
    this.depth += 1;
    if (this.depth > DEEPEST_NESTING) {
      throw new FormulaProblem('too_deep', this.current.at, { limit: DEEPEST_NESTING });
    }
    const inner = read();
    this.depth -= 1;
    return inner;
  }

  private count(node: Syntax): Syntax {
    this.nodes += 1;
    if (this.nodes > MOST_NODES) throw new FormulaProblem('too_many_nodes', node.at, { limit: MOST_NODES });
    return node;
  }

  private hasEnded(): boolean {
    return this.current.kind === 'end';
  }

  private get current(): Token {
    const token = this.tokens[this.index];
    if (token === undefined) throw new Error('read beyond the end of a formula');
    return token;
  }

  /** @returns whether the sign was there. */
  private skip(sign: string): boolean {
    if (this.current.kind !== 'sign' || this.current.text !== sign) return false;
    this.index += 1;
    return true;
  }

  private take(sign: string): void {
    if (!this.skip(sign)) this.fail(sign);
  }

  private fail(expected: string): never {
    throw new FormulaProblem('expected', this.current.at, { text: this.current.text, expected });
  }
}
