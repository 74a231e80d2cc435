// node docs/man.mjs            writes docs/autodev.1 from the tree of commands
// node docs/man.mjs --print    prints it
import { writeFileSync } from 'node:fs';
import { COMMON } from '../src/cli/command.ts';
import { TREE } from '../src/cli/tree.ts';

const EXIT = [
  ['0', 'It worked.'],
  ['1', 'It failed.'],
  ['2', 'The command line is wrong.'],
  ['3', 'The configuration or the input is not valid.'],
  ['4', 'There is no such thing.'],
  ['5', 'A gate is closed.'],
  ['6', 'The budget is used up.'],
  ['130', 'It was interrupted.'],
];

const ENVIRONMENT = [
  ['AUTODEV_HOME', 'The folder of the configuration, the store, logs and workspaces; ~/.autodev otherwise.'],
  ['GITHUB_TOKEN, GH_TOKEN', 'The login for the forge, where the configuration names none.'],
  ['NO_COLOR, FORCE_COLOR', 'Never, or always, write colours.'],
  ['VISUAL, EDITOR', 'What autodev config edit opens.'],
];

const FILES = [
  ['~/.autodev/config.yaml', 'The configuration; autodev config schema describes it.'],
  ['~/.autodev/autodev.db', 'What was paid, written and failed.'],
  ['~/.autodev/logs/', 'One line of JSON per event, a file per day.'],
];

/** Text as troff prints it: a line that begins with a dot or a quote would be an order. */
function text(words) {
  return words
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('…', '\\[u2026]')
    .replaceAll('–', '\\[en]')
    .replaceAll('→', '\\[->]')
    .replaceAll(/^([.'])/gm, '\\&$1');
}

const bold = (words) => `\\fB${text(words)}\\fP`;
const tagged = (rows) => rows.map(([term, about]) => `.TP\n${bold(term)}\n${text(about)}`);

function optionRows(options) {
  return Object.entries(options).map(([name, { short, value, about }]) => [
    `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`,
    about,
  ]);
}

function sections(command, path) {
  const words = [...path, command.name];
  const own =
    command.load === undefined
      ? []
      : [
          `.SS ${text([...words, ...(command.args ?? [])].join(' '))}`,
          text(command.about),
          ...tagged(optionRows(command.options ?? {})),
          ...(command.more === undefined ? [] : ['.PP', text(command.more)]),
          '.PP',
          '.nf',
          ...(command.example ?? '').split('\n').map((line) => `    ${text(line)}`),
          '.fi',
        ];
  const children = (command.children ?? []).filter((child) => !child.hidden);
  return [...own, ...children.flatMap((child) => sections(child, words))];
}

function manPage() {
  const commands = TREE.children.filter((child) => !child.hidden);
  return `${[
    '.\\" Made from the tree of commands by `node docs/man.mjs`. Do not edit.',
    '.TH AUTODEV 1 "" "autodev" "User Commands"',
    '.SH NAME',
    `autodev \\- ${text(TREE.about.replace(/^./, (letter) => letter.toLowerCase()).replace(/\.$/, ''))}`,
    '.SH SYNOPSIS',
    `${bold('autodev')} \\fIcommand\\fP [\\fIargument\\fP...] [\\fIoption\\fP...]`,
    '.SH OPTIONS',
    'Every command takes these:',
    ...tagged(optionRows({ ...COMMON, ...TREE.options })),
    '.SH COMMANDS',
    ...commands.flatMap((child) => sections(child, ['autodev'])),
    '.SH EXIT STATUS',
    ...tagged(EXIT),
    '.SH ENVIRONMENT',
    ...tagged(ENVIRONMENT),
    '.SH FILES',
    ...tagged(FILES),
  ].join('\n')}\n`;
}

if (process.argv[2] === '--print') process.stdout.write(manPage());
else writeFileSync(new URL('autodev.1', import.meta.url), manPage());
