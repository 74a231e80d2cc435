// Makes the pictures of the guide anew: `npm run pictures`, or `npm run pictures -- board` for one.
// test/e2e/pictures.test.ts and test/e2e/demo.test.ts fail when one is older than the program.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { diagrams } from './diagrams.ts';
import { dashboardPicture } from './dashboard-shot.ts';
import { pageShots } from './page-shots.ts';
import { PICTURES, sidecarOf } from './pictures.ts';
import { recordDemo } from './record-demo.ts';

const wanted = (name: string) => process.argv.length === 2 || process.argv.slice(2).includes(name);

function keep(file: string, content: string | Buffer): void {
  writeFileSync(new URL(file, PICTURES), content);
  process.stdout.write(`docs/pictures/${file}  ${(Buffer.byteLength(content) / 1024).toFixed(0)} KB\n`);
}

// Korean titles are on them; without a font they are rows of empty boxes, and no test sees that.
const fonts = spawnSync('fc-list', [':lang=ko', 'family'], { encoding: 'utf8' });
if (fonts.status !== 0 || fonts.stdout.trim() === '') {
  process.stderr.write('The pictures need a Korean font: apt-get install fontconfig fonts-noto-cjk\n');
  process.exit(1);
}

if (wanted('flows')) for (const { file, svg } of diagrams()) keep(file, svg);
if (wanted('dashboard')) keep('dashboard.svg', await dashboardPicture());
if (['board', 'item', 'costs'].some(wanted))
  for (const { name, png, words } of await pageShots()) {
    keep(`${name}.png`, png);
    keep(`${name}.txt`, sidecarOf(png, words));
  }
if (wanted('demo')) {
  const { svg, words } = await recordDemo();
  keep('demo.svg', svg);
  keep('demo.txt', sidecarOf(svg, words));
}
