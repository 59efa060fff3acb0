import { type CommandNode, listNodes, type OptionNode, type Values } from './command-node';

/** A script for `source`, or for the folder of completions. */
export function fishScript(program: CommandNode): string {
  const { name } = program;
  const nodes = listNodes(program);
  const named = nodes.filter(({ path }) => path !== '');
  const valued = [
    ...new Set(nodes.flatMap(({ options }) => options.flatMap((o) => (o.values === undefined ? [] : o.flags)))),
  ];
  return `# ${name}: completion for fish
function __stock_cycle_place
    set -l path
    set -l count 0
    set -l skip 0
    for word in (commandline -opc)[2..-1]
        if test $skip -eq 1
            set skip 0
            continue
        end
        switch $word
            case ${valued.join(' ')}
                set skip 1
                continue
            case '-*'
                continue
        end
        switch (string join ' ' $path $word)
            case ${named.map(({ path }) => `'${path}'`).join(' ')}
                set path $path $word
                set count 0
            case '*'
                set count (math $count + 1)
        end
    end
    echo (string join ' ' $path)"|$count"
end

function __stock_cycle_in
    string match -q -- "$argv[1]|*" (__stock_cycle_place)
end

complete -c ${name} -f
${nodes.flatMap((node) => formatLines(name, node)).join('\n')}
`;
}

function formatLines(program: string, node: CommandNode): string[] {
  const within = `-n "__stock_cycle_in '${node.path}'"`;
  const at = (place: number): string => `-n "test (__stock_cycle_place) = '${node.path}|${place}'"`;
  return [
    ...node.children.map(
      ({ name, description }) => `complete -c ${program} ${at(0)} -a ${name} -d '${escaped(description)}'`,
    ),
    ...node.options.map((option) => `complete -c ${program} ${within} ${optionWords(option)}`),
    ...(node.children.length > 0 ? [] : node.arguments).flatMap((values, place) => {
      const offered = offer(values);
      return offered === '' ? [] : [`complete -c ${program} ${at(place)} ${offered}`];
    }),
  ];
}

function optionWords({ flags, description, values }: OptionNode): string {
  const spellings = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
  const takes = values === undefined ? '' : ` -r ${offer(values)}`;
  return `${spellings.join(' ')}${takes.trimEnd()} -d '${escaped(description)}'`;
}

function offer(values: Values): string {
  if (values === 'any') return '';
  return values === 'file' ? '-F' : `-a '${values.words.join(' ')}'`;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
}
