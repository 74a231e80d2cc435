import type { Context } from '../context.ts';

/** What a script of package.json would do to the forge or the state; that it may write files is known anyway. */
export function inspectPackageScript(script: string, ctx: Context): void {
  if (ctx.files.isFresh('package.json')) ctx.say('opaque', 'package.json, which the same command writes');
  for (const scripts of scriptsOf(ctx))
    for (const key of [`pre${script}`, script, `post${script}`]) {
      const text = scripts.get(key);
      if (typeof text === 'string') ctx.peek(text);
    }
}

export function hasScript(name: string, ctx: Context): boolean {
  return scriptsOf(ctx).some((scripts) => scripts.has(name));
}

/** The scripts of package.json in each folder the command may stand in. */
function scriptsOf(ctx: Context): Map<string, unknown>[] {
  return ctx.files.texts('package.json').flatMap((text) => {
    try {
      const { scripts } = JSON.parse(text || '{}') as { scripts?: unknown };
      return typeof scripts === 'object' && scripts !== null ? [new Map(Object.entries(scripts))] : [];
    } catch {
      return [];
    }
  });
}
