// The way most would write it first, in a process of its own; its peak memory (in KB) is printed.
import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';

/** Readline, JSON.parse, an insert per thing that was found. */
async function naiveIndex(paths: readonly string[], database: string): Promise<void> {
  const db = new DatabaseSync(database);
  db.exec(`PRAGMA journal_mode = WAL;
    CREATE TABLE prompts (path, timestamp, text);
    CREATE TABLE tools (path, timestamp, name, input);
    CREATE TABLE usage (path, id, model, input, output, cache_write, cache_read)`);
  const prompt = db.prepare('INSERT INTO prompts VALUES (?, ?, ?)');
  const tool = db.prepare('INSERT INTO tools VALUES (?, ?, ?, ?)');
  const usage = db.prepare('INSERT INTO usage VALUES (?, ?, ?, ?, ?, ?, ?)');
  for (const path of paths) {
    db.exec('BEGIN');
    for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
      const record = JSON.parse(line);
      if (record.type === 'user' && typeof record.message.content === 'string')
        prompt.run(path, record.timestamp, record.message.content);
      if (record.type !== 'assistant') continue;
      const { id, model, content, usage: used } = record.message;
      usage.run(
        path,
        id,
        model,
        used.input_tokens,
        used.output_tokens,
        used.cache_creation_input_tokens,
        used.cache_read_input_tokens,
      );
      for (const block of content)
        if (block.type === 'tool_use')
          tool.run(path, record.timestamp, block.name, JSON.stringify(block.input));
    }
    db.exec('COMMIT');
  }
  db.close();
}

const [database = '', listing = ''] = process.argv.slice(2);
await naiveIndex(JSON.parse(readFileSync(listing, 'utf8')) as string[], database);
console.log(process.resourceUsage().maxRSS);
