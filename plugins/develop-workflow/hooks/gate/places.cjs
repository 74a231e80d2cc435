'use strict';
// Paths as the reader of shell text looks at them.
const fs = require('node:fs');

const FOLDER = '.develop-workflow';
/** Where git keeps what it runs by itself. */
const GIT_OWN = /(^|\/)\.git\/(modules\/.*)?(hooks|config|info\/attributes)|(^|\/)\.gitconfig$|\.config\/git\//i;

// A thrown and caught error costs about a millisecond the first time, so absence is asked for, not caught.
const QUIET = { throwIfNoEntry: false };

function absolute(base, path) {
  const parts = [];
  for (const part of (path.startsWith('/') ? path : `${base}/${path}`).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

/** The real place of a path whose last parts need not exist; dangling links are followed too. */
function real(path, hops = 0) {
  const missing = [];
  let here = path;
  for (;;) {
    try {
      const found = fs.lstatSync(here, QUIET);
      if (found !== undefined && found.isSymbolicLink() && hops < 40)
        return real(absolute(absolute(here, '..'), [fs.readlinkSync(here), ...missing].join('/')), hops + 1);
      if (found !== undefined) return [fs.realpathSync.native(here), ...missing].join('/').replace('//', '/');
    } catch {}
    if (here === '/') return path;
    missing.unshift(here.slice(here.lastIndexOf('/') + 1));
    here = absolute(here, '..');
  }
}

function present(path) {
  try {
    return fs.lstatSync(path, QUIET) !== undefined;
  } catch (error) {
    // Only a clear "not there" counts as not there: below a file, or a name no file can have.
    return error.code !== 'ENOTDIR' && error.code !== 'ENAMETOOLONG';
  }
}

module.exports = { FOLDER, GIT_OWN, absolute, present, real };
