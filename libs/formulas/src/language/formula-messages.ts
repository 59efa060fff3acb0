interface Facts {
  readonly text?: string;
  readonly expected?: string;
  readonly limit?: number;
}

type Messages = Readonly<Record<string, (facts: Facts) => string>>;

const en = {
  unknown_character: ({ text }) => `"${text}" means nothing in a formula`,
  open_comment: () => 'a comment begins with { and never ends',
  bad_number: ({ text }) => `"${text}" is no number`,
  expected: ({ text, expected }) => `${expected} is expected here, not ${text === '' ? 'the end' : `"${text}"`}`,
  expected_operand: ({ text }) =>
    `a field, a function or a number is expected here, not ${text === '' ? 'the end' : `"${text}"`}`,
  empty: () => 'the formula is empty',
  no_condition: () => 'the last statement must be shown: write NAME: condition, or the condition alone',
  assigned_twice: ({ text }) => `${text} is defined twice`,
  reserved_name: ({ text }) => `${text} is a field or a function; choose another name`,
  unknown_name: ({ text }) => `there is no field, function or earlier name ${text}`,
  not_a_function: ({ text }) => `${text} is no function`,
  needs_arguments: ({ text, expected }) => `${text} is a function: write ${expected}`,
  argument_count: ({ text, expected }) => `${text} takes ${expected}`,
  not_constant: ({ text }) => `the window of ${text} must be a number that does not change from bar to bar`,
  bad_window: ({ text, expected }) => `${text}: ${expected}`,
  looks_ahead: ({ text }) => `${text} looks at days that come later: a screen can't know them`,
  draws: ({ text }) => `${text} draws, and a screen only chooses: leave the statement out`,
  no_index: ({ text }) => `${text} needs bars of an index, which the market does not have yet`,
  too_long: ({ limit }) => `a formula has at most ${limit} bytes`,
  too_many_nodes: ({ limit }) => `a formula has at most ${limit} names, numbers, signs and functions`,
  too_deep: ({ limit }) => `parentheses and functions nest at most ${limit} deep`,
} satisfies Messages;

const zh: Record<keyof typeof en, (facts: Facts) => string> = {
  unknown_character: ({ text }) => `公式里不能用“${text}”`,
  open_comment: () => '注释以 { 开始，却没有 } 结束',
  bad_number: ({ text }) => `“${text}”不是数字`,
  expected: ({ text, expected }) => `这里应为 ${expected}，而不是${text === '' ? '结尾' : `“${text}”`}`,
  expected_operand: ({ text }) => `这里应为行情、函数或数字，而不是${text === '' ? '结尾' : `“${text}”`}`,
  empty: () => '公式是空的',
  no_condition: () => '最后一句应是条件：写“名称:条件”，或只写条件',
  assigned_twice: ({ text }) => `${text} 定义了两次`,
  reserved_name: ({ text }) => `${text} 是行情或函数的名称，请换一个名称`,
  unknown_name: ({ text }) => `没有 ${text} 这个行情、函数或前面定义的名称`,
  not_a_function: ({ text }) => `${text} 不是函数`,
  needs_arguments: ({ text, expected }) => `${text} 是函数，请写成 ${expected}`,
  argument_count: ({ text, expected }) => `${text} 的参数应为：${expected}`,
  not_constant: ({ text }) => `${text} 的周期必须是常数，不能逐日变化`,
  bad_window: ({ text, expected }) => `${text}：${expected}`,
  looks_ahead: ({ text }) => `${text} 用到以后的数据，选股时无法知道`,
  draws: ({ text }) => `${text} 是绘图函数，选股用不到，请去掉这一句`,
  no_index: ({ text }) => `${text} 需要指数行情，目前没有`,
  too_long: ({ limit }) => `公式最多 ${limit} 字节`,
  too_many_nodes: ({ limit }) => `公式最多 ${limit} 个名称、数字、符号和函数`,
  too_deep: ({ limit }) => `括号和函数最多嵌套 ${limit} 层`,
};

/** What is said of a problem, by its code. */
export const FORMULA_MESSAGES = { en, zh } as const;
