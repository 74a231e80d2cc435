import { readFileSync } from 'node:fs';
import { sha256 } from '../../src/host/hash.ts';
import { openWeb } from '../../src/web/open.ts';
import { itemPath } from '../../src/web/parts/item-name.ts';
import { openBrowser } from '../support/browser.ts';
import { openDay, WORKED } from './day.ts';

/** A page of the web dashboard: how it looks, and what decides that: its words and its style sheets. */
export interface PageShot {
  name: string;
  png: Buffer;
  words: string;
}

const PAGES = [
  { name: 'board', path: '/', colorScheme: 'light', width: 1180, height: 1060 },
  { name: 'item', path: itemPath(WORKED), colorScheme: 'dark', width: 980, height: 1180 },
  { name: 'costs', path: '/costs', colorScheme: 'light', width: 980, height: 900 },
] as const;

export async function pageShots(): Promise<PageShot[]> {
  await using day = await openDay('/nowhere');
  await using browser = await openBrowser();
  const web = await openWeb({ source: day.source, clock: day.clock, token: 'a'.repeat(64), port: 0 });
  try {
    const shots: PageShot[] = [];
    for (const { name, path, colorScheme, width, height } of PAGES) {
      const page = await browser.page(web.url, {
        colorScheme,
        viewport: { width, height },
        locale: 'en-US',
        reducedMotion: 'reduce',
      });
      await page.goto(`${new URL(web.url).origin}${path}`);
      await page.locator('main').waitFor();
      const words = await page.locator('body').innerText();
      shots.push({ name, png: await page.screenshot(), words: `styles ${styles()}\n\n${words.trim()}\n` });
    }
    return shots;
  } finally {
    await web.close();
  }
}

/** A page that only looks different has the same words. */
function styles(): string {
  return sha256(
    ['../../src/render/html/style.css', '../../src/web/assets/board.css']
      .map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))
      .join('\n'),
  );
}
