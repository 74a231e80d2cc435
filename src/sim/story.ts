import type { Violation } from './invariants/invariant.ts';
import { clockText, traceText, type TraceLine } from './trace.ts';

/** What happens in every life, and says nothing about why one went wrong. */
const USUAL =
  /^(createLabel|edits the comment|comments \((claim|analysis)|sets autodev\/review|the daemon starts$)/;
const DAEMON = /^d-/;

/** A failing run for people: what people, machines and the world did, and what became of the item in question. */
export function story(trace: readonly TraceLine[], violation: Violation): string[] {
  const item = violation.about;
  const told = trace.filter(({ actor, what, about }, at) => {
    if (USUAL.test(what) && !(at > 0 && what === 'the daemon starts')) return false;
    if (!DAEMON.test(actor) && actor !== 'ci') return true;
    return about === undefined || item === undefined || about === item || about === item.split('#')[0];
  });
  const end = trace.at(-1)?.at ?? 0;
  const broken = `${clockText(end)}  BROKEN    ${violation.invariant}: ${item === undefined ? '' : `${item}: `}${violation.what}`;
  return [...told.map(traceText), broken];
}
