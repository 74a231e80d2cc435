import { splitArrow } from './arrow.ts';
import { afterSeparator, codeSpan, isNone, listed, plain } from '../inline.ts';
import type { Reading } from '../reading.ts';
import { nameOfSignature } from '../symbol/signature.ts';

const STATES = /^(?:\*\*)?(?:states?|상태)(?:\*\*)?\s*:(?:\*\*)?/i;

/** States, transitions and lifecycle. Each line stands for itself: bullets are optional. */
export function readProtocol(reading: Reading): void {
  const { blocks, from, to, spec } = reading;
  const { protocol } = spec;
  let inStates = false;
  for (let at = from; at < to; at += 1) {
    const block = blocks.get(at);
    const { text } = block;
    if (block.kind === 'heading') {
      inStates = /^(?:states?|상태)$/i.test(text);
      continue;
    }
    if (isNone(text)) continue;
    const states = STATES.exec(text);
    if (states !== null) {
      // One by one: a line may name more states than a call takes arguments.
      for (const name of stateNames(text.slice(states[0].length))) protocol.states.push(name);
      continue;
    }
    const transition = readTransition(text);
    if (transition !== undefined) protocol.transitions.push({ ...transition, line: block.line });
    else if (block.order >= 0) {
      const step = readStep(text);
      protocol.lifecycle.push({ order: block.order, ...step, line: block.line });
    } else if (inStates && block.kind === 'bullet') protocol.states.push(readStep(text).method);
    else if (block.kind === 'bullet' && block.depth === 0) {
      reading.warn({
        error_type: 'InvalidSectionContent',
        message: 'neither states, a transition nor a lifecycle step',
        line: block.line,
        section: 'Protocol',
        suggestion: 'write `State` + `trigger` → `State`, or 1. `method()` - text',
      });
    }
  }
}

function stateNames(text: string): string[] {
  const names: string[] = [];
  let at = 0;
  for (;;) {
    const span = codeSpan(text, at);
    if (span === undefined) break;
    names.push(span.code);
    at = span.end;
  }
  if (names.length === 0) return listed(text, text.includes('|') ? '|' : ',');
  return names.length === 1 ? listed(names[0] ?? '', '|') : names;
}

function readTransition(text: string): { from: string; trigger: string; to: string } | undefined {
  if (!text.includes('+')) return undefined;
  const split = splitArrow(text);
  if (split === undefined) return undefined;
  const span = codeSpan(split.left);
  const plus = split.left.indexOf('+', span !== undefined && span.start === 0 ? span.end : 0);
  if (plus === -1) return undefined;
  const target = codeSpan(split.right);
  return {
    from: plain(split.left.slice(0, plus)),
    trigger: plain(split.left.slice(plus + 1)),
    to: target !== undefined && target.start === 0 ? target.code : plain(split.right),
  };
}

function readStep(text: string): { method: string; description: string } {
  const span = codeSpan(text);
  if (span !== undefined && span.start === 0) {
    return {
      method: nameOfSignature(span.code) ?? span.code,
      description: afterSeparator(text.slice(span.end)),
    };
  }
  const dash = /\s[-–—]\s|:\s/.exec(text);
  const head = plain(dash === null ? text : text.slice(0, dash.index));
  return {
    method: head.includes('(') ? (nameOfSignature(head) ?? head) : head,
    description: dash === null ? '' : afterSeparator(text.slice(dash.index)),
  };
}
