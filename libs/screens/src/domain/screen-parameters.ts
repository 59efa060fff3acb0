interface Words {
  readonly zh: string;
  readonly en: string;
  /**
   * Values of other parameters, any one of which lets this one count: forms show it then alone. Left out: it always counts.
   * Its value is checked in any case.
   */
  readonly countsWith?: Readonly<Record<string, readonly (string | boolean)[]>>;
}

interface NumberParameter extends Words {
  readonly type: 'integer' | 'number';
  readonly default: number;
  readonly minimum: number;
  readonly maximum: number;
}

interface ChoiceParameter<Choice extends string | number> extends Words {
  readonly type: Choice extends string ? 'string' : 'integer';
  readonly default: Choice;
  readonly enum: readonly Choice[];
}

interface FlagParameter extends Words {
  readonly type: 'boolean';
  readonly default: boolean;
}

export type ScreenParameter = NumberParameter | ChoiceParameter<string> | ChoiceParameter<number> | FlagParameter;

/** The parameters of a screen by their names, as properties of a JSON schema with titles in both languages. */
export type ScreenParameters = Readonly<Record<string, ScreenParameter>>;

/** The values of a run. */
export type ParameterValues<Parameters extends ScreenParameters> = {
  readonly [Name in keyof Parameters]: Parameters[Name] extends { enum: readonly (infer Choice)[] }
    ? Choice
    : Parameters[Name] extends FlagParameter
      ? boolean
      : number;
};
