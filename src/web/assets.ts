import { fileURLToPath } from 'node:url';
import { readText } from '../host/fs/files.ts';

const ASSETS: Readonly<Record<string, { file: string; type: string }>> = {
  'style.css': { file: '../render/html/style.css', type: 'text/css; charset=utf-8' },
  'board.css': { file: './assets/board.css', type: 'text/css; charset=utf-8' },
  'live.js': { file: './assets/live.js', type: 'text/javascript; charset=utf-8' },
  'icon.svg': { file: './assets/icon.svg', type: 'image/svg+xml' },
};

const read = new Map<string, Promise<string>>();

/** What pages are dressed with. Read once; there is nothing else to be had by a name. */
export async function sendAsset(name: string): Promise<Response> {
  const asset = Object.hasOwn(ASSETS, name) ? ASSETS[name] : undefined;
  if (asset === undefined) return new Response(null, { status: 404 });
  const text = read.get(name) ?? readText(fileURLToPath(new URL(asset.file, import.meta.url)));
  read.set(name, text);
  return new Response(await text, { headers: { 'content-type': asset.type } });
}
