const IGNORED = new Set(['node_modules', 'target', 'build', 'dist', '__pycache__', 'vendor', 'venv']);

/** Folders that hold no modules of the project: hidden ones, dependencies, and what builds leave behind. */
export function isIgnoredFolder(name: string): boolean {
  return name.startsWith('.') || IGNORED.has(name);
}
