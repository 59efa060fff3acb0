export type Operator = '+' | '-' | '*' | '/' | '>' | '<' | '>=' | '<=' | '=' | '<>' | 'AND' | 'OR';

/** A part of a formula as it is written. `at` is the index of its first character, or of its sign. */
export type Syntax =
  | { readonly kind: 'number'; readonly at: number; readonly value: number }
  | { readonly kind: 'name'; readonly at: number; readonly name: string }
  | { readonly kind: 'call'; readonly at: number; readonly name: string; readonly arguments: readonly Syntax[] }
  | { readonly kind: 'unary'; readonly at: number; readonly operator: '-' | 'NOT'; readonly operand: Syntax }
  | {
      readonly kind: 'binary';
      readonly at: number;
      readonly operator: Operator;
      readonly left: Syntax;
      readonly right: Syntax;
    };

/** `NAME := expression;` is hidden, `NAME : expression;` and an expression alone are shown. */
export interface Statement {
  readonly at: number;
  /** Null of an expression alone. */
  readonly name: string | null;
  readonly shown: boolean;
  readonly expression: Syntax;
}
