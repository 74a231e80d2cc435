import type { Input } from '../command.ts';
import { unitHere } from './here.ts';

export async function run(input: Input): Promise<void> {
  const { file, text } = await unitHere(input);
  const { io, json } = input;
  io.out(json ? `${JSON.stringify({ schema_version: 1, file, unit: text })}\n` : text);
  if (!json) io.err(`autodev service install writes this to ${file}\n`);
}
