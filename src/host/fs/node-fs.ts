/**
 * The one door to Node's file system, for the files of `src/host` only. Promises for everything that may wait; the
 * synchronous calls are for walks over thousands of small files (measured: promises are five to seven times slower
 * there) and for what must happen within one turn of the loop.
 */
export {
  appendFileSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  watch,
  writeSync,
} from 'node:fs';
export {
  access,
  appendFile,
  chmod,
  copyFile,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
export type { Dirent, FSWatcher, Stats } from 'node:fs';
