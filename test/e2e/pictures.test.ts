import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { dashboardPicture } from '../pictures/dashboard-shot.ts';
import { pageShots } from '../pictures/page-shots.ts';
import { PICTURES, sidecarOf } from '../pictures/pictures.ts';
import { NO_BROWSER } from '../support/browser.ts';
import { hasTmux } from '../support/tmux.ts';

const AGAIN = 'the picture is older than the program: npm run pictures, look at it, commit it';
const kept = (name: string) => readFileSync(new URL(name, PICTURES));

describe('the pictures of the guide', () => {
  test(
    'show the terminal dashboard as it is, cell by cell',
    { skip: hasTmux ? false : 'tmux is not installed' },
    async () => {
      assert.equal(kept('dashboard.svg').toString(), await dashboardPicture(), AGAIN);
    },
  );

  test(
    'show the pages of the web dashboard with their words and styles of now',
    { skip: NO_BROWSER },
    async () => {
      for (const { name, words } of await pageShots())
        assert.equal(kept(`${name}.txt`).toString(), sidecarOf(kept(`${name}.png`), words), AGAIN);
    },
  );
});
