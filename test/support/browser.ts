import { existsSync } from 'node:fs';
import { chromium, type BrowserContextOptions, type Page } from 'playwright-core';

const PROGRAM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
);

/** The reason to skip a test that needs a browser; false where there is one. */
export const NO_BROWSER = PROGRAM === undefined ? 'needs chromium' : false;

/** Far beyond what anything takes: a wait in vain says so instead of holding up the suite. */
const IN_VAIN_MS = 60_000;

export interface Browser extends AsyncDisposable {
  /** A page of its own, signed in by the address with the token. */
  page(url: string, options?: BrowserContextOptions): Promise<Page>;
  /** What went wrong in any page: errors of scripts, and what the content policy refused. */
  readonly errors: string[];
}

/** A real browser without a window, which asks nobody anything by itself. */
export async function openBrowser(): Promise<Browser> {
  const browser = await chromium.launch({
    ...(PROGRAM === undefined ? {} : { executablePath: PROGRAM }),
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
  });
  const errors: string[] = [];
  return {
    errors,
    page: async (url, options = {}) => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
      context.setDefaultTimeout(IN_VAIN_MS);
      const page = await context.newPage();
      page.on('pageerror', (error) => errors.push(String(error)));
      page.on('console', (message) => {
        if (/content security policy/i.test(message.text())) errors.push(message.text());
      });
      await page.goto(url);
      return page;
    },
    [Symbol.asyncDispose]: () => browser.close(),
  };
}
