const LONGEST = 200;

/** Claude Code's name for a working folder: every character that is not a letter or digit becomes `-`. */
export function slugOf(path: string): string {
  return path.replace(/[^a-zA-Z0-9]/g, '-');
}

/** Whether a folder below `projects/` is the one of this path. Long names are cut and end in a hash. */
export function isSlugOf(folder: string, path: string): boolean {
  const slug = slugOf(path);
  return slug.length <= LONGEST ? folder === slug : folder.startsWith(slug.slice(0, LONGEST));
}

/**
 * Where a Claude session ran. Different paths share a slug (`/a-b` and `/a/b`): the records' own word
 * decides. A transcript that was moved or copied is known by its folder.
 */
export function claudeProject(folder: string, cwd: string | undefined): string {
  return cwd !== undefined && isSlugOf(folder, cwd) ? cwd : folder;
}
