// Makes docs/demo.svg: runs the demo in a real terminal (tmux), takes its last screen, draws it.
//   node docs/demo-picture.mjs
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const session = `demo-picture-${process.pid}`;
const tmux = (...args) => execFileSync('tmux', args, { encoding: 'utf8' });

tmux('new-session', '-d', '-s', session, '-x', '104', '-y', '46', '-c', root, `${process.execPath} bin/autodev.mjs demo; sleep 600`);
let screen = '';
try {
  for (let tries = 0; tries < 240 && !/every promise holds|does not hold/.test(screen); tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    screen = tmux('capture-pane', '-e', '-p', '-t', session);
  }
} finally {
  tmux('kill-session', '-t', session);
}

const COLORS = { 31: '#ff7b72', 32: '#7ee787', 33: '#e3b341', 34: '#79c0ff', 36: '#76e3ea', 2: '#8b949e' };
const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const lines = screen.replace(/\s+$/, '').split('\n');
const rows = lines.map((line, at) => {
  let color = '#e6edf3';
  const spans = line.split(/(\u001b\[[\d;]*m)/).map((part) => {
    const code = /^\u001b\[([\d;]*)m$/.exec(part);
    if (code === null) return part === '' ? '' : `<tspan fill="${color}">${escape(part)}</tspan>`;
    const last = code[1].split(';').map(Number).findLast((n) => n in COLORS);
    color = last === undefined ? '#e6edf3' : COLORS[last];
    return '';
  });
  return `<text x="16" y="${56 + at * 18}" xml:space="preserve">${spans.join('')}</text>`;
});
const height = 72 + lines.length * 18;
writeFileSync(
  join(root, 'docs', 'demo.svg'),
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 860 ${height}" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="13">
<rect width="860" height="${height}" rx="8" fill="#0d1117"/>
<text x="16" y="28" fill="#8b949e">$ npm run demo</text>
${rows.join('\n')}
</svg>
`,
);
