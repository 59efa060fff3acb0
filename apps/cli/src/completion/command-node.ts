import type { Argument, Command, Option } from 'commander';

/** What may stand at a place: one of some words, a file, or anything. */
export type Values = { readonly words: readonly string[] } | 'file' | 'any';

export interface OptionNode {
  /** All spellings, such as `-h` and `--help`. */
  readonly flags: readonly string[];
  readonly description: string;
  /** Undefined where the option takes none. */
  readonly values: Values | undefined;
}

export interface CommandNode {
  /** The words that lead here, joined by spaces; empty for the program itself. */
  readonly path: string;
  readonly name: string;
  readonly description: string;
  readonly children: readonly CommandNode[];
  readonly options: readonly OptionNode[];
  readonly arguments: readonly Values[];
}

const FILES = new Set(['file', 'path']);

/** The tree of commands that a completion script is made from. */
export function commandTree(program: Command): CommandNode {
  const everywhere = program.options.map(optionNode);
  return toNode(program, [], everywhere);
}

/** A node and all below it. */
export function listNodes(node: CommandNode): CommandNode[] {
  return [node, ...node.children.flatMap(listNodes)];
}

function toNode(command: Command, path: readonly string[], everywhere: readonly OptionNode[]): CommandNode {
  const own = command.parent === null ? [] : command.options.map(optionNode);
  const [help] = command.createHelp().visibleOptions(command).slice(-1);
  return {
    path: path.join(' '),
    name: command.name(),
    description: command.description(),
    children: command.commands.map((child) => toNode(child, [...path, child.name()], everywhere)),
    options: [...own, ...everywhere, ...(help === undefined ? [] : [optionNode(help)])],
    arguments: command.registeredArguments.map((argument) => listValues(argument, argument.name())),
  };
}

function optionNode(option: Option): OptionNode {
  const name = /<(\w+)/.exec(option.flags)?.[1];
  return {
    flags: [option.short, option.long].filter((flag) => flag !== undefined),
    description: option.description,
    values: name === undefined ? undefined : listValues(option, name),
  };
}

function listValues({ argChoices }: Pick<Option | Argument, 'argChoices'>, name: string): Values {
  if (argChoices !== undefined) return { words: argChoices };
  return FILES.has(name) ? 'file' : 'any';
}
