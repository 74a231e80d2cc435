const HEADER = /^\*\*\* (?:Add File|Update File|Delete File|Move to): (.+)$/gm;

/** The files that a patch in Codex's format touches, in its order. */
export function patchedFiles(text: string): string[] {
  if (!text.includes('*** Begin Patch')) return [];
  return [...text.matchAll(HEADER)].map((match) => (match[1] as string).trim());
}
