/** A write to the forge in words. */
export function describeCall(name: string, args: readonly unknown[]): { what: string; about: string } {
  const [repo, number] = args;
  const about = typeof number === 'number' ? `${String(repo)}#${number}` : String(repo);
  return { what: wordsFor(name, args), about };
}

function wordsFor(name: string, [, second, third]: readonly unknown[]): string {
  switch (name) {
    case 'comment':
    case 'editComment': {
      const mark = /<!-- autodev:([a-z-]+ \S+)[^>]*-->\s*$/.exec(String(third))?.[1] ?? 'text';
      return name === 'comment' ? `comments (${mark})` : `edits the comment ${String(second)} (${mark})`;
    }
    case 'addLabels':
      return `adds ${Array.isArray(third) ? third.join(', ') : ''}`;
    case 'removeLabel':
      return `removes ${String(third)}`;
    case 'createPull':
      return `opens a pull request from ${field(second, 'head')}`;
    case 'review':
      return `reviews ${field(third, 'sha').slice(0, 7)}: ${field(third, 'event')}`;
    case 'setStatus':
      return `sets ${field(third, 'context')} of ${String(second).slice(0, 7)} to ${field(third, 'state')}`;
    case 'merge':
      return `merges ${field(third, 'sha').slice(0, 7)}`;
    case 'push':
      return `pushes ${field(second, 'commit').slice(0, 7)} to ${field(second, 'branch')}`;
    case 'deleteBranch':
      return `deletes ${String(second)}`;
    default:
      return name;
  }
}

/** A text of an object of which nothing is known. */
export function field(value: unknown, name: string): string {
  if (typeof value !== 'object' || value === null) return '';
  const found: unknown = Reflect.get(value, name);
  return typeof found === 'string' ? found : '';
}
