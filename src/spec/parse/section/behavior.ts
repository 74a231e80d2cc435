import type { Behavior, UseCase } from '../../spec.ts';
import { splitArrow } from './arrow.ts';
import type { Block, BlockList } from '../blocks/block-list.ts';
import { afterSeparator, field, isNone, listed, plain } from '../inline.ts';
import { behaviorCategory, isActorsHeading, useCaseField } from '../names.ts';
import { joined, type Reading } from '../reading.ts';

const USE_CASE = /^UC[-\s]?(\d+(?:\.\d+)*)(?![\w])/i;
/** Names an Error or Exception, or begins with the plain word. */
const FAILURE =
  /(?:Error|Exception)(?:s?\b|[^a-z])|\bErr(?:[A-Z(]|\b)|^(?:an? )?(?:error|exception)s?\b|^(?:에러|오류|예외)/;

/** `input → output` lines with their category, actors, and use cases. */
export function readBehavior(reading: Reading): void {
  const { blocks, from, to, spec } = reading;
  const includes: Target[] = [];
  const extended: Target[] = [];
  let category: Behavior['category'] | undefined;
  let actors = false;
  let useCase: UseCase | undefined;
  let useCaseDepth = 0;

  for (let at = from; at < to;) {
    const block = blocks.get(at);
    if (block.kind === 'heading') {
      at += 1;
      const id = USE_CASE.exec(block.text);
      actors = isActorsHeading(block.text);
      category = undefined;
      if (id !== null) {
        useCase = newUseCase(block, id);
        useCaseDepth = block.depth;
        spec.use_cases.push(useCase);
      } else {
        if (block.depth <= useCaseDepth) useCase = undefined;
        if (!actors) category = behaviorCategory(block.text);
      }
      continue;
    }
    const { text, next } = joined(reading, at);
    at = next;
    if (isNone(text)) continue;
    if (actors) {
      if (block.kind === 'bullet' && block.depth === 0) readActor(reading, block, text);
      continue;
    }
    const found = useCase === undefined ? undefined : field(text);
    const key = found === undefined ? undefined : useCaseField(found.key);
    if (useCase !== undefined && found !== undefined && key !== undefined) {
      if (key === 'actor') useCase.actor = plain(found.value);
      else {
        for (const written of listed(found.value)) {
          const id = useCaseId(written);
          useCase[key].push(id);
          (key === 'includes' ? includes : extended).push({ id, line: block.line, from: useCase.id });
        }
      }
      continue;
    }
    const split = splitArrow(text);
    if (split !== undefined && (block.kind === 'bullet' || !text.endsWith(':'))) {
      const behavior: Behavior = {
        input: split.left,
        output: split.right,
        category: category ?? (FAILURE.test(split.right) ? 'error' : 'success'),
        line: block.line,
      };
      spec.behaviors.push(behavior);
      useCase?.behaviors.push(behavior);
      continue;
    }
    if (/:\**$/.test(text)) category = behaviorCategory(text) ?? category;
    else if (block.kind === 'bullet' && block.depth === 0 && block.order < 0) {
      reading.warn({
        error_type: 'InvalidBehavior',
        message: `no arrow in "${text.length > 60 ? `${text.slice(0, 57)}…` : text}"`,
        line: block.line,
        section: 'Behavior',
        suggestion: 'write - input → output',
      });
    }
  }
  checkUseCases(reading, includes, extended);
}

/** Adds the ids of the use cases, from their headings alone. */
export function addUseCaseIds(ids: string[], blocks: BlockList, from: number, to: number): void {
  for (let at = from; at < to; at += 1) {
    if (!blocks.isHeading(at)) continue;
    const number = USE_CASE.exec(blocks.text(at))?.[1];
    if (number !== undefined) ids.push(`UC-${number}`);
  }
}

function newUseCase(block: Block, match: RegExpExecArray): UseCase {
  return {
    id: `UC-${match[1] ?? ''}`,
    name: afterSeparator(block.text.slice(match[0].length)),
    actor: '',
    behaviors: [],
    includes: [],
    extends: [],
    line: block.line,
  };
}

/** `UC-3: Name` and `uc 3` mean UC-3. */
function useCaseId(written: string): string {
  const number = USE_CASE.exec(written)?.[1];
  return number === undefined ? written : `UC-${number}`;
}

function readActor(reading: Reading, block: Block, text: string): void {
  const dash = /:\s|:$|\s[-–—]\s/.exec(text);
  const name = plain(dash === null ? text : text.slice(0, dash.index)).replace(/:$/, '');
  const description = dash === null ? '' : afterSeparator(text.slice(dash.index).replace(/^:?\*\*/, ''));
  reading.spec.actors.push({ name: name.replace(/^\*+|\*+$/g, ''), description, line: block.line });
}

interface Target {
  id: string;
  line: number;
  from: string;
}

function checkUseCases(reading: Reading, includes: readonly Target[], extended: readonly Target[]): void {
  const section = 'Behavior';
  const first = new Map<string, number>();
  for (const { id, line } of reading.spec.use_cases) {
    const before = first.get(id);
    if (before === undefined) first.set(id, line);
    else {
      reading.fail({
        error_type: 'DuplicateUseCaseId',
        message: `${id} is already defined on line ${before}`,
        line,
        section,
        suggestion: 'give it the next free number',
      });
    }
  }
  const known = [...first.keys()].join(', ') || 'none';
  const check = (targets: readonly Target[], type: 'InvalidIncludeTarget' | 'InvalidExtendTarget') => {
    for (const { id, line, from } of targets) {
      // A use case of another module is a cross reference and is resolved with those.
      if (id.includes('#') || first.has(id)) continue;
      reading.fail({
        error_type: type,
        message: `${from} ${type === 'InvalidIncludeTarget' ? 'includes' : 'extends'} ${id}, which is not defined`,
        line,
        section,
        suggestion: `use cases of this file: ${known}`,
      });
    }
  };
  check(includes, 'InvalidIncludeTarget');
  check(extended, 'InvalidExtendTarget');
}
