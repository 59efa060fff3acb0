// node --require mutated-program.cjs: runs a built program with one thing in it broken, as FAULTS_MUTATION says:
// {"file": "dist/libs/…/x.js", "find": "…", "replace": "…"}.
const { readFileSync } = require('node:fs');
const Module = require('node:module');

const { file, find, replace } = JSON.parse(process.env.FAULTS_MUTATION ?? '{}');
if (file !== undefined) {
  const load = Module._extensions['.js'];
  Module._extensions['.js'] = (module, filename) => {
    if (!filename.endsWith(`/${file}`)) return load(module, filename);
    const code = readFileSync(filename, 'utf8');
    if (!code.includes(find)) throw new Error(`the mutation does not fit ${file}: ${find}`);
    module._compile(code.replaceAll(find, replace), filename);
  };
}
