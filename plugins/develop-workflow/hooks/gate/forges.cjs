'use strict';
// gh and autodev: the programs that speak to a forge.
const { inspectWords } = require('./shell.cjs');

function inspectGh(args, cmd, ctx) {
  const plain = [];
  // gh takes the word behind an option it does not know yet for its value: `gh pr -t view create` creates.
  let options = 0;
  for (let k = 0; k < args.length; k += 1) {
    if (/^(-R|--repo|--hostname)$/.test(args[k].text)) k += 1;
    else if (!args[k].text.startsWith('-')) plain.push(args[k]);
    else if (plain.length < 2 && !/^(-R.+|--(repo|hostname)=.*|--help|-h|--version)$/.test(args[k].text)) options += 1;
  }
  const [group, verb] = plain;
  if (group === undefined) return undefined;
  if (options > 0 && verb !== undefined && group.text !== 'api') return ctx.say('opaque', 'gh with an option before its subcommand');
  if (group.dyn > 0 || (verb !== undefined && verb.dyn > 0 && group.text !== 'api')) return ctx.say('opaque', 'gh with a subcommand that is not written out');
  const reads = verb === undefined || /^(view|list|status|diff|checks|watch|verify|ls)$/.test(verb.text);
  if (group.text === 'pr') {
    if (reads) return undefined;
    if (/^(checkout|co)$/.test(verb.text)) ctx.say('write', 'gh pr checkout, which changes files');
    return ctx.say('finish', `gh pr ${verb.text}`);
  }
  if (group.text === 'api') {
    const isMethod = (w) => /^(-i*X|--method)/.test(w.text);
    if (args.filter(isMethod).length > 1) return ctx.say('opaque', 'gh api with more than one method');
    const method = args.findIndex(isMethod);
    const said = method === -1 ? 'GET' : args[method].text.replace(/^(-i*X|--method)=?/, '') || (args[method + 1] || { text: '?' }).text;
    const sends = args.some((w) => w.dyn === 2 || /^(-i*[fF]|--field|--raw-field|--input)/.test(w.text));
    if (said.toUpperCase() === 'GET' && !sends) return undefined;
    if (method === -1 && onlyAsks(args)) return undefined;
    return ctx.say('finish', 'gh api with data to send');
  }
  if (/^(search|status|auth)$/.test(group.text) && (reads || group.text === 'search' || verb.text === 'token')) return undefined;
  if (/^(issue|repo|release|run|workflow|label|gist|org|project|ruleset|cache|secret|variable|codespace|ssh-key|gpg-key|config|help|version|browse|auth)$/.test(group.text)) {
    if (reads) return undefined;
    if (/^(release|repo|workflow|run)$/.test(group.text)) ctx.say('finish', `gh ${group.text} ${verb.text}`);
    if (group.text === 'config') return ctx.say('opaque', 'gh config of something that can run other commands');
    return ctx.say('program', `gh ${group.text} ${verb.text}, which changes something`);
  }
  return ctx.say('opaque', `gh ${group.text}, an alias or an extension`);
}

/** A GraphQL request whose document is written out and holds no mutation. */
function onlyAsks(args) {
  if (!args.some((w) => w.text === 'graphql') || args.some((w) => /^--input/.test(w.text))) return false;
  const documents = args.filter((w) => /^(-[fF])?query=/.test(w.text));
  return documents.length === 1 && documents[0].dyn === 0 && /query=\s*(query\b|\{)/.test(documents[0].text) && !/\b(mutation|subscription)\b/.test(documents[0].text);
}

function inspectAutodev(args, cmd, ctx) {
  const plain = args.filter((w) => !w.text.startsWith('-'));
  const [group, verb] = plain;
  if (group === undefined) return undefined;
  if (group.dyn > 0 || (verb !== undefined && verb.dyn > 0)) {
    if (/^(auto|sessions|why|logs)$/.test(group.text)) return undefined;
    if (group.dyn > 0 || group.text === 'develop') ctx.say('state', 'autodev develop with a command that is not written out');
    return ctx.say('opaque', 'autodev with a command that is not written out');
  }
  if (group.text === 'develop') {
    // Without a sandbox it is the command itself.
    if (verb !== undefined && verb.text === 'run') return inspectWords(args.slice(args.findIndex((w) => w.text === '--') + 1 || args.length), cmd, ctx);
    if (verb !== undefined && /^(gate|reset)$/.test(verb.text)) ctx.say('state', `autodev develop ${verb.text}, which is for people at a terminal`);
    return undefined;
  }
  if (/^(hook|sessions|status|list|why|logs|doctor|costs|report|help|completion)$/.test(group.text)) return undefined;
  if (/^(config|repo)$/.test(group.text) && verb !== undefined && /^(show|get|list|schema)$/.test(verb.text)) return undefined;
  if (group.text === 'spec' && (verb === undefined || /^(parse|validate|tree|index|graph|status|exports|diff|impact|drift)$/.test(verb.text))) return undefined;
  return ctx.say('program', `autodev ${group.text}, which may change files`);
}

module.exports = { gh: inspectGh, autodev: inspectAutodev };
