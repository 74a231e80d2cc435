import type { Contract } from '../../spec.ts';
import type { Block } from '../blocks/block-list.ts';
import { field, isNone, plain, withoutId } from '../inline.ts';
import { contractPart } from '../names.ts';
import { joined, type Reading } from '../reading.ts';
import { nameOfSignature } from '../symbol/signature.ts';

/** `### fn` with its conditions, each on its own line or in a list below its label. */
export function readContract(reading: Reading): void {
  const { blocks, from, to, spec } = reading;
  let contract: Contract | undefined;
  let part: string[] | undefined;
  for (let at = from; at < to;) {
    const block = blocks.get(at);
    if (block.kind === 'heading') {
      at += 1;
      const label = contractPart(block.text.toLowerCase());
      part = undefined;
      if (label !== undefined && contract !== undefined) part = contract[label];
      else {
        contract = newContract(block);
        spec.contracts.push(contract);
      }
      continue;
    }
    const { text, next } = joined(reading, at);
    at = next;
    if (isNone(text)) continue;
    const found = field(text);
    const label = found === undefined ? undefined : contractPart(found.key);
    if (found !== undefined && label !== undefined && contract !== undefined) {
      part = contract[label];
      if (found.value !== '' && !isNone(found.value)) part.push(found.value);
    } else if (block.kind === 'bullet') {
      if (part !== undefined) part.push(text);
      else {
        reading.warn({
          error_type: 'InvalidSectionContent',
          message: contract === undefined ? 'a condition without a function' : 'a condition without its kind',
          line: block.line,
          section: 'Contract',
          suggestion: 'write ### function, then - **Preconditions**: text',
        });
      }
    }
  }
}

function newContract(block: Block): Contract {
  const text = plain(withoutId(block.text));
  return {
    function_name: text.includes('(') ? (nameOfSignature(text) ?? text) : text,
    preconditions: [],
    postconditions: [],
    throws: [],
    invariants: [],
    line: block.line,
  };
}
