const DEVELOP = /^(start|status|resume|phase|checkpoint|review|verify|re-review)$/;
const READS = /^(status|list|why|logs|help|--help|--version|hook|costs)$/;

/** autodev's own commands: they keep the state and the gates, so they run as they are, but not those for people. */
export function ownCommand(args: readonly string[]): 'own' | 'unknown' | `!${string}` {
  const words = args.filter((word) => !word.startsWith('-') || word === '--help' || word === '--version');
  const [group = '', verb] = words;
  if (group === 'develop') {
    if (verb === undefined || DEVELOP.test(verb)) return 'own';
    if (verb === 'gate' || verb === 'reset')
      return `!autodev develop ${verb}, which is for people at a terminal`;
    return 'unknown';
  }
  if (group === 'config' && verb !== undefined && /^(show|schema)$/.test(verb)) return 'own';
  return READS.test(group) ? 'own' : 'unknown';
}
