import type { Callable } from './callable.ts';
import { changeOf, type Change } from './change.ts';
import type { Parameter } from './parameters.ts';
import { sameType } from './type-text.ts';

type Found = { reason: string; breaking: boolean };

/** What changed for a caller of `before` when it meets `after`. Other names for the same parameters are no change. */
export function compareCallables(before: Callable, after: Callable): Change {
  return changeOf([
    ...positional(
      before.parameters.filter((one) => !one.keywordOnly),
      after.parameters.filter((one) => !one.keywordOnly),
    ),
    ...byKeyword(
      before.parameters.filter((one) => one.keywordOnly),
      after.parameters.filter((one) => one.keywordOnly),
    ),
    ...result(before, after),
  ]);
}

function positional(before: readonly Parameter[], after: readonly Parameter[]): Found[] {
  if (isReordered(before, after)) return [{ reason: 'parameters reordered', breaking: true }];
  const found: Found[] = [];
  for (let at = 0; at < Math.max(before.length, after.length); at += 1) {
    const old = before[at];
    const now = after[at];
    if (old !== undefined && now !== undefined) found.push(...compareParameter(old, now, at));
    else if (now !== undefined) found.push(added(now, at));
    else if (old !== undefined) found.push({ reason: `parameter ${label(old, at)} removed`, breaking: true });
  }
  return found;
}

function byKeyword(before: readonly Parameter[], after: readonly Parameter[]): Found[] {
  const found: Found[] = [];
  for (const [at, old] of before.entries()) {
    const now = after.find((one) => one.name === old.name);
    if (now === undefined) found.push({ reason: `parameter ${label(old, at)} removed`, breaking: true });
    else found.push(...compareParameter(old, now, at));
  }
  for (const [at, now] of after.entries())
    if (!before.some((one) => one.name === now.name)) found.push(added(now, at));
  return found;
}

function added(now: Parameter, at: number): Found {
  return {
    reason: `${now.optional ? 'optional' : 'required'} parameter ${label(now, at)} added`,
    breaking: !now.optional,
  };
}

function compareParameter(old: Parameter, now: Parameter, at: number): Found[] {
  const found: Found[] = [];
  if (!sameType(old.type, now.type) || old.rest !== now.rest) {
    const shown = (one: Parameter) => `${one.rest ? '...' : ''}${one.type ?? 'untyped'}`;
    found.push({
      reason: `type of parameter ${label(now, at)} changed: ${shown(old)} → ${shown(now)}`,
      breaking: true,
    });
  } else if (old.optional && !now.optional)
    found.push({ reason: `parameter ${label(now, at)} became required`, breaking: true });
  else if (!old.optional && now.optional)
    found.push({ reason: `parameter ${label(now, at)} became optional`, breaking: false });
  return found;
}

/** The same names in another order: every caller by position is wrong, even where the types agree. */
function isReordered(before: readonly Parameter[], after: readonly Parameter[]): boolean {
  const names = (list: readonly Parameter[]) => list.map((one) => one.name ?? '');
  const [a, b] = [names(before), names(after)];
  if (a.length < 2 || a.length !== b.length || a.includes('')) return false;
  return a.join() !== b.join() && [...a].sort().join() === [...b].sort().join();
}

function result(before: Callable, after: Callable): Found[] {
  if (!sameType(before.returns, after.returns))
    return [{ reason: `return type changed: ${before.returns} → ${after.returns}`, breaking: true }];
  const known = before.isAsync !== undefined && after.isAsync !== undefined;
  // In TypeScript the type of the result already says it.
  if (known && before.isAsync !== after.isAsync && !/^Promise\b/.test(after.returns ?? before.returns ?? ''))
    return [{ reason: after.isAsync ? 'became asynchronous' : 'is no longer asynchronous', breaking: true }];
  return [];
}

function label(one: Parameter, at: number): string {
  return one.name ?? String(at + 1);
}
