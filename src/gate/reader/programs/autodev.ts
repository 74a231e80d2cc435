import type { Rule } from '../context.ts';
import { isOption, textOf } from '../word.ts';

const AUTODEV_READS = /^(hook|sessions|status|list|why|logs|doctor|costs|report|help|completion)$/;
const SPEC_READS = /^(parse|validate|tree|index|graph|status|exports|diff|impact|drift)$/;

export const inspectAutodev: Rule = (args, cmd, ctx) => {
  const [group, verb] = args.filter((w) => !isOption(w));
  if (group === undefined) return;
  if (group.doubt > 0 || (verb !== undefined && verb.doubt > 0)) {
    if (/^(auto|sessions|why|logs)$/.test(group.text)) return;
    if (group.doubt > 0 || group.text === 'develop')
      ctx.say('state', 'autodev develop with a command that is not written out');
    return ctx.say('opaque', 'autodev with a command that is not written out');
  }
  const said = textOf(verb);
  if (group.text === 'develop') {
    // Without a sandbox it is the command itself.
    const dashes = args.findIndex((w) => w.text === '--');
    if (said === 'run') ctx.inspect(dashes === -1 ? [] : args.slice(dashes + 1), cmd, ctx);
    else if (said === 'gate' || said === 'reset')
      ctx.say('state', `autodev develop ${said}, which is for people at a terminal`);
    return;
  }
  if (AUTODEV_READS.test(group.text)) return;
  if (/^(config|repo)$/.test(group.text) && /^(show|get|list|schema)$/.test(said)) return;
  if (group.text === 'spec' && (verb === undefined || SPEC_READS.test(said))) return;
  ctx.say('program', `autodev ${group.text}, which may change files`);
};
