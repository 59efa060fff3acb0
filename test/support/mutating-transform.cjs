// @swc/jest for a build with one thing in it broken, as FAULTS_MUTATION says:
// {"source": "libs/…/x.ts", "find": "…", "replace": "…"}. jest.config.cjs takes it only where that is set.
const { createHash } = require('node:crypto');
const { createTransformer } = require('@swc/jest');

const text = process.env.FAULTS_MUTATION ?? '{}';
const { source, find, replace } = JSON.parse(text);

function mutated(code, filename) {
  if (source === undefined || !filename.endsWith(`/${source}`)) return code;
  if (!code.includes(find)) throw new Error(`the mutation does not fit ${source}: ${find}`);
  return code.replaceAll(find, replace);
}

module.exports = {
  createTransformer(options) {
    const plain = createTransformer(options);
    return {
      canInstrument: plain.canInstrument,
      process: (code, filename, rest) => plain.process(mutated(code, filename), filename, rest),
      getCacheKey: (code, filename, rest) =>
        createHash('sha256').update(text).update(plain.getCacheKey(code, filename, rest)).digest('hex'),
    };
  },
};
