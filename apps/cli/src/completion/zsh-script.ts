import { type CommandNode, listNodes, type OptionNode, type Values } from './command-node';

/** A script for `source` behind compinit. */
export function zshScript(program: CommandNode): string {
  const nodes = listNodes(program);
  return `# ${program.name}: completion for zsh
${nodes.map(formatFunction).join('\n')}
compdef ${functionName(program)} ${program.name}
`;
}

function formatFunction(node: CommandNode): string {
  const options = node.options.flatMap(optionSpecs);
  const lines =
    node.children.length > 0
      ? [...options, `'1: :->command'`, `'*:: :->rest'`]
      : [...options, ...node.arguments.map((values, at) => `'${at + 1}:${at + 1}:${action(values)}'`)];
  const dispatch =
    node.children.length === 0
      ? ''
      : `  case $state in
    command) local -a commands=(${node.children.map(({ name, description }) => `'${name}:${escaped(description)}'`).join(' ')}); _describe command commands ;;
    rest) case $words[1] in
${node.children.map((child) => `      ${child.name}) ${functionName(child)} ;;`).join('\n')}
    esac ;;
  esac
`;
  return `${functionName(node)}() {
  local curcontext=$curcontext state line
  _arguments -C ${lines.join(' \\\n    ')}
${dispatch}}
`;
}

function optionSpecs({ flags, description, values }: OptionNode): string[] {
  return flags.map((flag) => {
    const value = values === undefined ? '' : `:${flag.replace(/^-+/, '')}:${action(values)}`;
    return `'${flag}[${escaped(description)}]${value}'`;
  });
}

function action(values: Values): string {
  if (values === 'file') return '_files';
  return values === 'any' ? ' ' : `(${values.words.join(' ')})`;
}

function functionName({ path }: CommandNode): string {
  return `_stock_cycle${path === '' ? '' : `_${path.replaceAll(/[ -]/g, '_')}`}`;
}

/** What single quotes and the specifications of _arguments would take for their own. */
function escaped(text: string): string {
  return text.replaceAll("'", '’').replaceAll(/[[\]:\\]/g, (mark) => `\\${mark}`);
}
