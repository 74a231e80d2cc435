import {
  parseSync,
  rawTransferSupported,
  type EcmaScriptModule,
  type ParserOptions,
  type Program,
} from 'oxc-parser';
import { messageOf } from '../../../work/errors.ts';
import { outlineOf } from './outline.ts';

export interface Parsed {
  program: Program;
  module: EcmaScriptModule;
  /** The first thing the parser could not read, when there is one. */
  error: { message: string; start: number } | undefined;
}

/** Raw transfer reserves 6 GiB of address space: where a limit forbids that, the slower way is taken for good. */
let raw = rawTransferSupported();

/** The syntax tree of a whole module. */
export function parseModule(file: string, text: string): Parsed {
  return parse(file, (options) => parsed(parseSync(file, text, options)));
}

/** The same without what stands in the bodies of functions. */
export function parseDeclarations(file: string, text: string): Parsed {
  return parse(file, (options, isRaw) => {
    const outline = isRaw ? outlineOf(file, text, languageOption(file)) : undefined;
    return parsed(parseSync(file, outline ?? text, options));
  });
}

function parse(file: string, read: (options: ParserOptions, isRaw: boolean) => Parsed): Parsed {
  const options: ParserOptions = { preserveParens: false, ...languageOption(file) };
  if (raw) {
    try {
      return read({ ...options, experimentalRawTransfer: true } as ParserOptions, true);
    } catch (error) {
      if (!(error instanceof RangeError) && !/raw transfer|allocation/i.test(messageOf(error))) throw error;
      raw = false;
    }
  }
  return read(options, false);
}

function parsed(result: ReturnType<typeof parseSync>): Parsed {
  const first = result.errors.find((error) => String(error.severity) === 'Error');
  return {
    program: result.program,
    module: result.module,
    error: first && { message: first.message, start: first.labels[0]?.start ?? 0 },
  };
}

/** JSX is allowed in plain .js, and Flow-free .mjs/.cjs keep their own rules. */
function languageOption(file: string): Pick<ParserOptions, 'lang'> {
  return /\.[cm]?js$/.test(file) ? { lang: 'jsx' } : {};
}
