import { type CommandNode, listNodes, type Values } from './command-node';

/** A script for `source`; bash 3.2 and later. */
export function bashScript(program: CommandNode): string {
  const nodes = listNodes(program);
  const named = nodes.filter(({ path }) => path !== '');
  const valued = nodes.flatMap(({ path, options }) =>
    options.flatMap(({ flags, values }) => (values === undefined ? [] : [{ path, flags, values }])),
  );
  return `# ${program.name}: completion for bash
_stock_cycle() {
  local current=\${COMP_WORDS[COMP_CWORD]} path= option= count=0 i word
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if [[ -n $option ]]; then option=; continue; fi
    case "$path|$word" in
${valued.map(({ path, flags }) => `      ${flags.map((flag) => `'${path}|${flag}'`).join('|')}) option=$word; continue ;;`).join('\n')}
    esac
    [[ $word == -* ]] && continue
    case "\${path:+$path }$word" in
${named.map(({ path }) => `      '${path}') path='${path}'; count=0 ;;`).join('\n')}
      *) count=$((count + 1)) ;;
    esac
  done
  if [[ -n $option ]]; then
    case "$path|$option" in
${valued.map(({ path, flags, values }) => `      ${flags.map((flag) => `'${path}|${flag}'`).join('|')}) ${offer(values)} ;;`).join('\n')}
    esac
    return
  fi
  if [[ $current == -* ]]; then
    case "$path" in
${nodes.map(({ path, options }) => `      '${path}') ${offer({ words: options.flatMap(({ flags }) => flags) })} ;;`).join('\n')}
    esac
    return
  fi
  case "$path|$count" in
${nodes.flatMap((node) => places(node).map(({ at, values }) => `    '${node.path}|${at}') ${values.map(offer).join('; ')} ;;`)).join('\n')}
  esac
}

complete -F _stock_cycle ${program.name}
`;
}

/** What is offered at each place; a command with commands below it may take an argument in their place. */
function places({ children, arguments: values }: CommandNode): { at: number; values: Values[] }[] {
  const below = children.length > 0 ? [{ words: children.map(({ name }) => name) }] : [];
  return [...values, ...(values.length === 0 ? ['any' as const] : [])]
    .map((value, at) => ({ at, values: [...(at === 0 ? below : []), ...(value === 'any' ? [] : [value])] }))
    .filter((place) => place.values.length > 0);
}

/** Names with spaces stay whole: each line is one. */
function offer(values: Values): string {
  if (values === 'any') return ':';
  const list = values === 'file' ? 'compgen -f -- "$current"' : `compgen -W '${values.words.join(' ')}' -- "$current"`;
  const quoting = values === 'file' ? 'compopt -o filenames 2>/dev/null; ' : '';
  return `${quoting}while IFS= read -r word; do COMPREPLY+=("$word"); done < <(${list})`;
}
