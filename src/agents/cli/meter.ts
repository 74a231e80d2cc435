import { NO_TOKENS, addTokens, type Tokens } from '../../work/prices.ts';
import { dollars } from '../price.ts';

/** What went through the model's door, whoever in the sandbox asked: the CLI, or a command it was talked into. */
export interface Meter {
  /** A question goes out; the pieces of its answer are told to what this gives. */
  asked(): (text: string) => void;
  questions(): number;
  tokens(): Tokens;
  costUsd(): number;
}

/** Names of the three APIs for the same figures. Within a text of the model the quotes would be escaped. */
const FIGURE =
  /"(input_tokens|output_tokens|cache_creation_input_tokens|cache_read_input_tokens|cached_tokens|promptTokenCount|candidatesTokenCount|thoughtsTokenCount|cachedContentTokenCount)"\s*:\s*(\d+)/g;
const MODEL = /"(?:model|modelVersion)"\s*:\s*"([^"\\]+)"/;
/** A figure may be cut in two. */
const OVERLAP = 100;

export function openMeter(usual: string): Meter {
  const answers: { model: string; figures: Map<string, number> }[] = [];
  const tokensOf = ({ figures }: (typeof answers)[number]): Tokens => {
    const of = (name: string) => figures.get(name) ?? 0;
    const cached = of('cached_tokens') + of('cachedContentTokenCount');
    return {
      input: Math.max(0, of('input_tokens') + of('promptTokenCount') - cached),
      output: of('output_tokens') + of('candidatesTokenCount') + of('thoughtsTokenCount'),
      cacheWrite: of('cache_creation_input_tokens'),
      cacheRead: of('cache_read_input_tokens') + cached,
    };
  };
  return {
    asked: () => {
      const answer = { model: '', figures: new Map<string, number>() };
      answers.push(answer);
      let before = '';
      return (text) => {
        const here = before + text;
        answer.model ||= MODEL.exec(here)?.[1] ?? '';
        // A stream tells them more than once, and they only grow.
        for (const [, name = '', figure] of here.matchAll(FIGURE))
          answer.figures.set(name, Math.max(answer.figures.get(name) ?? 0, Number(figure)));
        before = here.slice(-OVERLAP);
      };
    },
    questions: () => answers.length,
    tokens: () => answers.map(tokensOf).reduce(addTokens, NO_TOKENS),
    costUsd: () =>
      answers.reduce((sum, answer) => sum + dollars(answer.model || usual, tokensOf(answer)).usd, 0),
  };
}
