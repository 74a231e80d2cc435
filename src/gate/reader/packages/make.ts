import type { Context, Rule } from '../context.ts';
import { inspectWriter } from '../programs/writers.ts';
import { opaqueRule } from '../running/opaque.ts';
import { CRAFTED, isOption, literal, textOf, type Word } from '../word.ts';
import { inspectRecipes } from './recipes.ts';
import { isReadingScript } from './script-names.ts';

const MAKEFILES = ['GNUmakefile', 'makefile', 'Makefile'];
const DRY = /^(-[a-zA-Z]*n|--dry-run|--just-print|--recon|-v|--version|-h|--help)$/;
/** What a variable holds is run where the file uses it. */
const RUNNING_VALUE = /^(SHELL|MAKEFLAGS|\.SHELLFLAGS|MAKE)\b|[$`;|&]|\b(git|gh)\b|::?=/;

export const inspectMake: Rule = (args, cmd, ctx, name) => {
  const asked = askedOf(args, ctx);
  if (asked === undefined) return opaqueRule(args, cmd, ctx, name);
  const { goals, file, dry } = asked;
  if (dry) return;
  const reads = (w: Word) =>
    w.doubt === 0 &&
    isReadingScript(w.text.replace(/^tests\b/, 'test')) &&
    !/install|publish|release/.test(w.text);
  if (goals.length === 0 || !goals.every(reads)) return inspectWriter(name, literal(name), args, cmd, ctx);
  if (file !== undefined && ctx.files.read(file) === undefined)
    return ctx.say('opaque', `${name} with a file that cannot be read`);
  for (const path of file === undefined ? MAKEFILES : [file]) inspectRecipes(path, goals, ctx);
};

interface Asked {
  goals: Word[];
  file: string | undefined;
  dry: boolean;
}

/** What make is asked to do; undefined where that cannot be told. */
function askedOf(args: readonly Word[], { files }: Context): Asked | undefined {
  const asked: Asked = { goals: [], file: undefined, dry: false };
  for (let k = 0; k < args.length; k += 1) {
    const w = args[k] ?? literal('');
    const { text, doubt } = w;
    const value = args[k + 1];
    if (doubt === CRAFTED || /^(--ev|-E|-[a-zA-Z]*I|--inc)/.test(text)) return undefined;
    if (/^\w+\s*[:?+!]*=/.test(text)) {
      if (doubt > 0 || RUNNING_VALUE.test(text)) return undefined;
    } else if (/^(-f|--file|--makefile)$/.test(text)) {
      asked.file = textOf(value);
      k += 1;
    } else if (/^(-f.|--(make)?file=)/.test(text)) asked.file = text.replace(/^(-f|--(make)?file=)/, '');
    else if (/^(-C|--directory)$/.test(text)) {
      if (value !== undefined) files.enter(value);
      k += 1;
    } else if (/^(-C.|--directory=)/.test(text)) files.enter(literal(text.replace(/^(-C|--directory=)/, '')));
    else if (DRY.test(text)) asked.dry = true;
    else if (/^(-[jlo]|--(jobs|load-average|old-file))$/.test(text)) k += /^\d/.test(textOf(value)) ? 1 : 0;
    else if (!isOption(w)) asked.goals.push(w);
  }
  return asked;
}
