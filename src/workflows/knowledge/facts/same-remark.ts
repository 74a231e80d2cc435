/** Words that say nothing about what a remark is about. */
const COMMON = new Set(
  `the an is are be was were to of in on it its this that and or not no for with as at by from you we should must could
  can may please here there then than so if when which but has have had do does also into use used add added`.split(
    /\s+/,
  ),
);

/** What a remark is about: its words without names of code, paths and numbers. */
export function remarkWords(body: string): Set<string> {
  const plain = body
    .toLowerCase()
    .replaceAll(/`[^`]*`/g, ' ')
    .replaceAll(/\S*[/\\]\S*/g, ' ');
  return new Set((plain.match(/\p{L}[\p{L}\p{M}'-]+/gu) ?? []).filter((word) => !COMMON.has(word)));
}

/** Whether two remarks say the same: half of all their words are shared. */
export function isSameRemark(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (a.size === 0 || b.size === 0) return false;
  let shared = 0;
  for (const word of a) if (b.has(word)) shared += 1;
  return shared / (a.size + b.size - shared) >= 0.5;
}
