// @swc/jest for a build with one thing in it broken; jest.config.cjs takes it only where FAULTS_MUTATION is set.
const { createHash } = require('node:crypto');
const { createTransformer } = require('@swc/jest');
const mutatedSource = require('./mutated-source.cjs');

module.exports = {
  createTransformer(options) {
    const plain = createTransformer(options);
    return {
      canInstrument: plain.canInstrument,
      process: (code, filename, rest) => plain.process(mutatedSource(code, filename), filename, rest),
      getCacheKey: (code, filename, rest) =>
        createHash('sha256')
          .update(process.env.FAULTS_MUTATION ?? '')
          .update(plain.getCacheKey(code, filename, rest))
          .digest('hex'),
    };
  },
};
