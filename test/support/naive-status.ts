import { execFileSync } from 'node:child_process';
import { isCodeName } from '../../src/spec/language/source-file.ts';
import type { SpecStatus } from '../../src/spec/status/decide.ts';

/** Incremental targets the obvious way: git asked again for every folder. */
export function naiveStatus(root: string): SpecStatus {
  const git = (...args: string[]): string => {
    try {
      return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    } catch {
      return '';
    }
  };
  const listed = (text: string) => text.split('\0').filter((path) => path !== '');
  const deleted = new Set(listed(git('ls-files', '-d', '-z')));
  const files = listed(git('ls-files', '-c', '-o', '--exclude-standard', '-z')).filter(
    (path) => !deleted.has(path),
  );
  const order = git('rev-list', '--topo-order', 'HEAD').split('\n');
  const status: SpecStatus = { targets: [], up_to_date: [] };
  const dirs = files
    .filter((path) => /.\/CLAUDE\.md$/.test(path))
    .map((path) => path.slice(0, -'/CLAUDE.md'.length));
  for (const dir of dirs.sort()) {
    const last = (paths: readonly string[]) => {
      const committed = paths.filter((path) => git('cat-file', '-t', `HEAD:./${path}`) !== '');
      if (committed.length === 0) return undefined;
      const [time, id] = git('log', '-1', '--format=%ct %H', '--', ...committed)
        .trim()
        .split(' ');
      return id === undefined ? undefined : { time: Number(time), rank: order.indexOf(id) };
    };
    const own = files.filter(
      (path) => path.startsWith(`${dir}/`) && !path.slice(dir.length + 1).includes('/'),
    );
    const isSpec = (path: string) => /\/(CLAUDE|IMPLEMENTS)\.md$/.test(path);
    const specs = own.filter(isSpec);
    const sources = own.filter((path) => isCodeName(path.slice(dir.length + 1)));
    const below = files.some(
      (path) => path.startsWith(`${dir}/`) && isCodeName(path.slice(path.lastIndexOf('/') + 1)),
    );
    const [spec, source] = [last(specs), last(sources)];
    const newer =
      spec !== undefined &&
      source !== undefined &&
      (spec.time > source.time || (spec.time === source.time && spec.rank < source.rank));
    const touched = git('status', '--porcelain', '--', `${dir}/CLAUDE.md`, `${dir}/IMPLEMENTS.md`) !== '';
    const reasons = [
      ...(touched ? (['uncommitted'] as const) : []),
      ...(newer ? (['outdated'] as const) : []),
      ...(below ? [] : (['no_source'] as const)),
    ];
    if (reasons.length === 0) status.up_to_date.push(dir);
    else status.targets.push({ dir, reasons, mode: below ? 'update' : 'create' });
  }
  return status;
}
