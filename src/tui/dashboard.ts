import type { Source } from '../api/board/source.ts';
import { KeyReader } from './keys/keys.ts';
import { firstModel, type Action, type Input, type Model } from './model.ts';
import { Screen } from './screen/screen.ts';
import type { Terminal, Time } from './screen/terminal.ts';
import { update } from './update.ts';
import { view } from './view.ts';
import { watch } from './watch.ts';

export interface DashboardParts {
  source: Source;
  terminal: Terminal;
  time: Time;
  color: boolean;
  /** Whose answers these are. */
  user: string;
  /** Shows a page in the browser; says what it did. */
  openPage(url: string): Promise<string>;
  /** What went wrong, in a sentence. */
  words(error: unknown): string;
  signal: AbortSignal;
}

/** An escape that nothing follows for this long is the key. */
const ESCAPE_MS = 50;

/** Shows the board and does what is typed, until somebody quits. The exit code. */
export async function runDashboard(parts: DashboardParts): Promise<number> {
  const { terminal, time } = parts;
  const dashboard = new Dashboard(parts);
  const keys = new KeyReader();
  const press = (pressed: ReturnType<KeyReader['read']>) => {
    for (const key of pressed) dashboard.take({ kind: 'key', key });
  };
  let escape: { cancel(): void } | undefined;
  using _listening = terminal.listen({
    typed: (text) => {
      escape?.cancel();
      press(keys.read(text));
      if (keys.waits) escape = time.after(ESCAPE_MS, () => press(keys.flush()));
    },
    resized: () => dashboard.take({ kind: 'resize', size: terminal.size() }),
    gone: () => dashboard.end(0),
  });
  dashboard.draw();
  await watch({ ...parts, signal: dashboard.over, take: dashboard.take, shown: () => dashboard.detailsOf });
  await dashboard.drawn;
  escape?.cancel();
  return dashboard.result();
}

/** The model, kept in step with the screen. */
class Dashboard {
  readonly #parts: DashboardParts;
  readonly #screen: Screen;
  readonly #ended = new AbortController();
  readonly over: AbortSignal;
  #model: Model;
  #code = 130;
  #failed: { error: unknown } | undefined;
  #changed = false;
  /** Resolves when what was drawn last is written. */
  drawn: Promise<void> | undefined;

  constructor(parts: DashboardParts) {
    this.#parts = parts;
    this.#screen = new Screen(parts.color);
    this.#model = firstModel(parts.terminal.size());
    this.over = AbortSignal.any([parts.signal, this.#ended.signal]);
  }

  get detailsOf(): string | undefined {
    return this.#model.details?.id;
  }

  end(code: number): void {
    this.#code = code;
    this.#ended.abort(new Error('the dashboard was closed'));
  }

  result(): number {
    if (this.#failed !== undefined) throw this.#failed.error;
    return this.#ended.signal.aborted ? this.#code : 130;
  }

  take = (input: Input): void => {
    if (this.over.aborted) return;
    try {
      const { model, actions } = update(this.#model, input);
      this.#model = model;
      this.draw();
      for (const action of actions) this.#do(action);
    } catch (error) {
      this.#fail(error);
    }
  };

  /** One picture at a time: what changes while a slow terminal takes the last one is in the next. */
  draw(): void {
    this.#changed = true;
    this.drawn ??= this.#drawing().finally(() => (this.drawn = undefined));
  }

  async #drawing(): Promise<void> {
    try {
      while (this.#changed) {
        this.#changed = false;
        const text = this.#screen.update(view(this.#model), this.#model.size.columns);
        if (text !== '') await this.#parts.terminal.write(text);
      }
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    this.#failed ??= { error };
    this.end(1);
  }

  #do(action: Action): void {
    const { source, user, openPage } = this.#parts;
    switch (action.kind) {
      case 'quit':
        this.end(action.code);
        return;
      case 'tell': {
        const { command } = action;
        const signed = command.name === 'answer' ? { ...command, by: user } : command;
        void this.#say(source.tell(signed));
        return;
      }
      case 'open':
        void this.#say(openPage(action.url));
        return;
      case 'look':
        void this.#look(action.id);
        return;
    }
    return action satisfies never;
  }

  async #say(outcome: Promise<string>): Promise<void> {
    try {
      this.take({ kind: 'said', text: await outcome, tone: 'good' });
    } catch (error) {
      this.take({ kind: 'said', text: this.#parts.words(error), tone: 'bad' });
    }
  }

  async #look(id: string): Promise<void> {
    try {
      this.take({ kind: 'details', id, details: await this.#parts.source.item(id) });
    } catch (error) {
      this.take({ kind: 'said', text: this.#parts.words(error), tone: 'bad' });
    }
  }
}
