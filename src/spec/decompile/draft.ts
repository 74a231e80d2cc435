import type { SourceSymbol } from '../exports/exported.ts';
import type { Language } from '../language/languages.ts';
import { isNone } from '../parse/inline.ts';
import { draftExports } from './exports.ts';

/** What an agent says about a module; everything else of its draft is read from the source. */
export interface Described {
  purpose: string;
  summary: string;
  behaviors: { input: string; output: string; category: 'success' | 'error' }[];
  contracts: {
    function_name: string;
    preconditions: string[];
    postconditions: string[];
    throws: string[];
    invariants: string[];
  }[];
  domain_context: { decision_rationale: string[]; constraints: string[]; compatibility: string[] };
}

export interface DraftFacts {
  name: string;
  language: Language | undefined;
  symbols: readonly SourceSymbol[];
  files: readonly string[];
  folders: readonly string[];
  dependencies: readonly { kind: 'external' | 'internal'; name: string }[];
}

/** The first CLAUDE.md of a module. */
export function draftSpec(facts: DraftFacts, described: Described): string {
  return [
    `# ${facts.name}`,
    '',
    section('Purpose', [prose(described.purpose, `What ${facts.name} is for.`)]),
    section('Summary', [prose(described.summary, `The module ${facts.name}.`)]),
    section('Exports', draftExports(facts.symbols, facts.language)),
    section('Behavior', behaviorLines(described)),
    section('Contract', described.contracts.flatMap(contractLines)),
    section('Protocol', []),
    section('Domain Context', domainLines(described)),
    section('Structure', [
      ...facts.folders.map((name) => `- ${name}/: submodule`),
      ...facts.files.map((name) => `- ${name}: source`),
    ]),
    ...(facts.dependencies.length === 0
      ? []
      : [
          section(
            'Dependencies',
            facts.dependencies.map(({ kind, name }) => `- ${kind}: ${name}`),
          ),
        ]),
  ].join('\n');
}

function section(name: string, lines: readonly string[]): string {
  return `## ${name}\n${lines.length === 0 ? 'None' : lines.join('\n')}\n`;
}

function behaviorLines({ behaviors }: Described): string[] {
  const of = (category: string) =>
    behaviors
      .filter((one) => one.category === category && line(one.input) !== '' && line(one.output) !== '')
      .map(({ input, output }) => `- ${arrowless(input)} → ${arrowless(output)}`);
  const [success, error] = [of('success'), of('error')];
  return [
    ...(success.length === 0 ? [] : ['### Success', ...success]),
    ...(error.length === 0 ? [] : ['### Error', ...error]),
  ];
}

function contractLines(one: Described['contracts'][number]): string[] {
  const part = (name: string, list: readonly string[]) =>
    list.filter((text) => line(text) !== '').map((text) => `- **${name}**: ${line(text)}`);
  const lines = [
    ...part('Preconditions', one.preconditions),
    ...part('Postconditions', one.postconditions),
    ...part('Throws', one.throws),
    ...part('Invariants', one.invariants),
  ];
  return lines.length === 0 ? [] : [`### ${line(one.function_name)}`, ...lines];
}

function domainLines({
  domain_context: { decision_rationale, constraints, compatibility },
}: Described): string[] {
  const part = (title: string, items: readonly string[]) => {
    const said = items.map(line).filter((text) => text !== '' && !isNone(text));
    return said.length === 0 ? [] : [`### ${title}`, ...said.map((text) => `- ${text}`)];
  };
  return [
    ...part('Decision Rationale', decision_rationale),
    ...part('Constraints', constraints),
    ...part('Compatibility', compatibility),
  ];
}

/** Text of a paragraph: no line of it may begin a section, a list or a fence. */
function prose(text: string, otherwise: string): string {
  const said = line(text).replace(/^[#>`~*+-]+\s*/, '');
  return said === '' || isNone(said) ? otherwise : said;
}

function arrowless(text: string): string {
  return line(text).replace(/\s*(?:→|->)\s*/g, ', then ');
}

function line(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
