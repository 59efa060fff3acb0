/**
 * Pairs that stand in so many Latin keywords that a search for one reads the keywords by search volume.
 * Everything else is rare enough for a posting list of its own. What is on the list decides about speed alone.
 */
const COMMON = new Set(
  (
    'th he in er an re on at en nd ti es or te of ed is it al ar st to nt ng se ha as ou io le ve co me de hi ri ro ic ne ea ra ce li ch ' +
    'll be ma si om ur ca el ta la ns di fo ho pe ec pr no ct us ac ot il tr ly nc et ut ss so rs un lo wa ge ie wh ee wi em ad ol rt po ' +
    'we na ul ni ts mo ow pa im mi ai sh ir su id os iv ia am fi ci vi pl ig tu ev ld ry mp fe bl ab gh ty op wo sa ay ex ke fr oo av ag ' +
    'if ap gr od bo sp rd do uc bu ei ov by rm ep tt oc fa ef cu rn sc gi da yo cr cl du ga qu ue ff ba ey ls va um pp ua up lu go ht ru ' +
    'ug ds lt pi rc rr eg au ck ew mu br bi pt ak pu ui rg ib tl ny ki rk ys ob mm fu ph og ms ye ud mb ip ub oi rl gu dr hr cc tw ft wn ' +
    'nu af hu nn eo vo rv nf xp gn sm fl iz ok nl my gl aw ju oa eq sy sl ps jo lf nv je nk kn gs dy hy ze ks xt bs ik dd'
  ).split(' '),
);
const SPACE = /\s/;
const LATIN = /^[a-z0-9]+$/;

/**
 * The one- and two-letter parts of a folded text that have a posting list: single characters other than Latin letters and
 * digits, and pairs that are not common. Pairs with a blank are left out: no trimmed pattern of two letters has one.
 */
export function shortGrams(folded: string): string[] {
  const grams = new Set<string>();
  let before = '';
  for (const character of folded) {
    if (SPACE.test(character)) {
      before = '';
      continue;
    }
    if (!LATIN.test(character)) grams.add(character);
    if (before !== '' && !COMMON.has(before + character)) grams.add(before + character);
    before = character;
  }
  return [...grams];
}

/**
 * The posting lists that a search for `folded` can use: those of its pairs, or of its one character. Empty if trigrams
 * do better (four characters and more), or where every pair is common.
 */
export function findPatternGrams(folded: string): string[] {
  const characters = [...folded];
  if (characters.length > 3) return [];
  const grams = shortGrams(folded);
  const pairs = grams.filter((gram) => [...gram].length === 2);
  return pairs.length > 0 ? pairs : grams;
}
