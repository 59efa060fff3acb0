// node types-and-lint.mjs FOLDER: what tsc --noEmit and eslint say of the folder that a tsconfig.json is for. One program of
// the compiler is for both: with one each, a third of the time went to finding the same types once more. `npx eslint` alone
// works too, with the compiler's language service.
import { join, relative } from 'node:path';
import { ESLint } from 'eslint';
import ts from 'typescript';
import { ROOT } from './root.mjs';

/** Folders with a tsconfig.json of their own, which are no part of the root's. */
const OWN = ['apps/console', 'packages/client'];

process.chdir(ROOT);
const folder = process.argv[2] ?? '.';
const program = openProgram(folder);
// First, as in a run of its own: what a checker says can depend on what it was asked before.
const faults = ts.getPreEmitDiagnostics(program);
if (faults.length > 0) {
  console.log(
    ts.formatDiagnostics(faults, {
      getCanonicalFileName: (name) => name,
      getCurrentDirectory: () => ROOT,
      getNewLine: () => '\n',
    }),
  );
}
const results = await lint(program);
const messages = results.flatMap((result) => result.messages);
for (const { filePath, messages } of results) {
  for (const { line, column, ruleId, message } of messages) {
    console.log(`${relative(ROOT, filePath)}:${line ?? 0}:${column ?? 0} ${message} ${ruleId ?? ''}`.trim());
  }
}
process.exitCode = faults.length + messages.length === 0 ? 0 : 1;

function openProgram(of) {
  const host = {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
      throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
    },
  };
  const parsed = ts.getParsedCommandLineOfConfigFile(join(ROOT, of, 'tsconfig.json'), { noEmit: true }, host);
  return ts.createProgram({
    rootNames: parsed.fileNames,
    options: parsed.options,
    configFileParsingDiagnostics: parsed.errors,
  });
}

/** Every file of the folder, warnings included: one of TypeScript that the program does not have is an error of its own. */
function lint(one) {
  const eslint = new ESLint({
    ignorePatterns: OWN.filter((own) => own !== folder).map((own) => `${own}/`),
    overrideConfig: [
      {
        files: ['**/*.ts', '**/*.tsx'],
        languageOptions: { parserOptions: { projectService: false, programs: [one] } },
      },
    ],
  });
  return eslint.lintFiles([folder]);
}
