/** Scripts written without spaces between words, or with endings glued on: Hangul, Han, Kana. */
const SYLLABLE =
  /[\u1100-\u11ff\u3040-\u30ff\u3130-\u318f\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]/gu;
const HAS_SYLLABLE = new RegExp(SYLLABLE.source, 'u');

/**
 * Text as the search index gets it: each syllable of those scripts is a word of its own, so that a part
 * of a Korean word, even one syllable, is found as a phrase. (Trigrams cannot find less than three.)
 */
export function searchText(text: string): string {
  if (!HAS_SYLLABLE.test(text)) return text;
  return text.normalize('NFC').replace(SYLLABLE, ' $& ');
}

/** The words of a search as a full-text query: all must occur; undefined when there is nothing to look for. */
export function searchQuery(words: string): string | undefined {
  const terms = words
    .normalize('NFC')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .map((word) => {
      const phrase = `"${searchText(word).replaceAll('"', ' ').trim()}"`;
      // The last word of a phrase may go on, unless it is a syllable: `fix` finds `fixes`.
      return HAS_SYLLABLE.test(word.at(-1) ?? '') ? phrase : `${phrase}*`;
    });
  return terms.length === 0 ? undefined : terms.join(' AND ');
}
