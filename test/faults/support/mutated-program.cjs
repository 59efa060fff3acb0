// node --require mutated-program.cjs: runs a built program with one thing in it broken, as FAULTS_MUTATION says:
// {"file": "dist/libs/…/x.js", "find": "…", "replace": "…"}, and the same again in "also" where one thing has two places.
const { readFileSync } = require('node:fs');
const Module = require('node:module');

const { also, ...first } = JSON.parse(process.env.FAULTS_MUTATION ?? '{}');
const broken = [first, also].filter((part) => part?.file !== undefined);
if (broken.length > 0) {
  const load = Module._extensions['.js'];
  Module._extensions['.js'] = (module, filename) => {
    const part = broken.find(({ file }) => filename.endsWith(`/${file}`));
    if (part === undefined) return load(module, filename);
    const code = readFileSync(filename, 'utf8');
    if (!code.includes(part.find)) throw new Error(`the mutation does not fit ${part.file}: ${part.find}`);
    module._compile(code.replaceAll(part.find, part.replace), filename);
  };
}
