import type { Rule } from '../context.ts';
import { inspectVariable } from '../inspect-command.ts';
import { literal } from '../word.ts';

const ENV_FLAG = /^(-|--|-i|-0|-v|-i0|-iv|--ignore-environment|--null|--debug|--version|--help)$/;

export const inspectEnv: Rule = (args, cmd, ctx) => {
  const unset = (name: string) => inspectVariable(name, { text: '?', doubt: 0 }, ctx);
  let k = 0;
  for (; k < args.length; k += 1) {
    const { text, raw, doubt } = args[k] ?? literal('');
    const value = args[k + 1];
    if (/^(-S|--split-string(=|$))/.test(text)) {
      const rest = [text.replace(/^(-S|--split-string=?)/, ''), ...args.slice(k + 1).map((w) => w.text)];
      if (args.slice(k).some((w) => w.doubt > 0)) ctx.say('opaque', 'env -S that is not written out');
      else ctx.script(rest.join(' '));
      return;
    }
    if (/^(-u|--unset)$/.test(text)) {
      if (value !== undefined) unset(value.text);
      k += 1;
    } else if (/^(-C|--chdir)$/.test(text)) {
      if (value !== undefined) ctx.files.enter(value);
      k += 1;
    } else if (text.startsWith('--chdir=')) ctx.files.enter(literal(text.slice('--chdir='.length)));
    else if (/^(--unset=|-u.)/.test(text)) unset(text.replace(/^(--unset=|-u)/, ''));
    else if (/^[A-Za-z_]\w*=/.test(raw) || /^[A-Za-z_]\w*=/.test(text)) {
      const sign = text.indexOf('=');
      inspectVariable(text.slice(0, sign), { text: text.slice(sign + 1), doubt }, ctx);
    } else if (!text.startsWith('-')) break;
    else if (!ENV_FLAG.test(text)) return ctx.say('opaque', 'env with an option that is not known');
  }
  ctx.inspect(args.slice(k), cmd, ctx);
};
