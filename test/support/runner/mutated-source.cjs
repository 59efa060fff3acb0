// Source text with one thing in it broken, as FAULTS_MUTATION says: {"source": "libs/…/x.ts", "find": "…", "replace": "…"}.
const { source, find, replace } = JSON.parse(process.env.FAULTS_MUTATION ?? '{}');

module.exports = function mutatedSource(code, filename) {
  if (source === undefined || !filename.endsWith(`/${source}`)) return code;
  if (!code.includes(find)) throw new Error(`the mutation does not fit ${source}: ${find}`);
  return code.replaceAll(find, replace);
};
