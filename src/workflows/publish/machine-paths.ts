/** A path of at least two names. What follows an HTTP method, or stands in an address, is no path of this machine. */
const PATH =
  /(?<![\w:/.~@\\-])(?<!\b(?:GET|HEAD|POST|PUT|PATCH|DELETE) )\/(?:[^\s"'`<>|:;,()[\]{}/]+\/)+([^\s"'`<>|:;,()[\]{}/]*)/g;
const FILE_URL = /\bfile:\/\/(?=\/)/g;

/**
 * What is said on the forge names no folder of this machine: a path in a worktree of the repository becomes one in the
 * repository, of any other only its last name is left. Pure.
 */
export function withoutMachinePaths(text: string, repo: string): string {
  const place = `/workspaces/${repo}/`;
  return text.replaceAll(FILE_URL, '').replaceAll(PATH, (path: string, name: string) => {
    const at = path.indexOf(place);
    if (at === -1) return `…/${name}`;
    const inside = path.slice(at + place.length);
    const slash = inside.indexOf('/');
    return slash === -1 || slash === inside.length - 1 ? '.' : inside.slice(slash + 1);
  });
}
