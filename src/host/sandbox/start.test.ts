import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { childEnvironment } from '../../config/environment.ts';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import { startIsolated } from './start.ts';
import { isolatedCommand, type ProcessIsolation } from './process-isolation.ts';
import { systemProcesses } from '../process/process.ts';

/** Command lines of living processes that contain the word. */
function alive(word: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return line.includes(word) && Number(pid) !== process.pid ? [line] : [];
      } catch {
        return [];
      }
    });
}

const processes = systemProcesses();
const env = { ...childEnvironment(), MARK: '' };

for (const how of ['namespace', 'reaper', 'tree'] satisfies ProcessIsolation[]) {
  describe(`a contained program (${how})`, async () => {
    const trial = isolatedCommand(how, 'true', []);
    const works = await processes.run(trial.command, trial.args, { env }).then(
      (done) => done.code === 0,
      () => false,
    );
    const skip = !works && `${trial.command} cannot do this here`;
    const unpromised = how === 'tree' && 'cannot be promised by looking';
    const start = async (name: string, script: string, cwd: string) =>
      startIsolated(processes, 'sh', ['-c', script], {
        cwd,
        env: { ...env, MARK: name },
        mark: 'MARK',
        containment: how,
      });
    const until = async (path: string) => {
      while (!existsSync(path)) await sleep(10);
    };

    test('has no descriptor but the standard ones, whatever was open to us', { skip }, async () => {
      await using tmp = await tmpdir();
      const script = `
        import { startIsolated } from ${JSON.stringify(new URL('start.ts', import.meta.url).href)};
        import { systemProcesses } from ${JSON.stringify(new URL('../process/process.ts', import.meta.url).href)};
        const env = { PATH: process.env.PATH, MARK: 'fd' };
        const look = ['-c', 'readlink /proc/self/fd/* /proc/$$/fd/* /proc/1/fd/*; true'];
        const options = { cwd: '/', env, mark: 'MARK', containment: '${how}' };
        const program = await startIsolated(systemProcesses(), 'sh', look, options);
        program.stdout.pipe(process.stdout);
        await program.exited;
        await program.reap();`;
      const folder = openSync(tmp.path, 'r');
      const stdio = [
        'ignore',
        'pipe',
        'inherit',
        folder,
        ...Array<'ignore'>(73).fill('ignore'),
        folder,
      ] as const;
      const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
        stdio: [...stdio],
        env,
      });
      closeSync(folder);
      let said = '';
      for await (const chunk of child.stdout ?? []) said += String(chunk);
      assert.match(said, /dev.null/);
      assert.ok(!said.includes(tmp.path), said);
    });

    test(
      'leaves nothing alive when it is stopped, also what lost its environment, session and parent',
      { skip },
      async () => {
        await using tmp = await tmpdir();
        const name = `7${how.length}1.${process.pid}`;
        const program = await start(
          name,
          // A child that ignores SIGINT, one without environment in a session of its own, and where that can
          // be promised: one like it whose parent is gone, and one whose parent never was there to be seen.
          [
            `trap '' INT; sleep ${name}1 & env -i setsid sleep ${name}2 &`,
            how === 'tree' ? '' : `sh -c 'env -i setsid sh -c "exec sleep ${name}3" & sleep 0.1' ;`,
            how === 'tree' ? '' : `(env -i setsid sleep ${name}4 &) ;`,
            `: > ready; wait`,
          ].join(' '),
          tmp.path,
        );
        await until(join(tmp.path, 'ready'));
        while (alive(`sleep ${name}`).length < (how === 'tree' ? 2 : 4)) await sleep(10);
        await program.stop(50);
        assert.deepEqual(alive(`sleep ${name}`), []);
        assert.ok((await program.exited) !== undefined);
      },
    );

    test(
      'leaves nothing alive when it starts processes faster than they are looked for',
      { skip: skip || unpromised },
      async () => {
        await using tmp = await tmpdir();
        const name = `5${how.length}1.${process.pid}`;
        const storm = `: > ready; while :; do (env -i setsid sleep ${name} &) ; done`;
        const program = await start(name, `(${storm}) & (${storm}) & wait`, tmp.path);
        await until(join(tmp.path, 'ready'));
        await sleep(100);
        await program.stop(0);
        assert.deepEqual(alive(`sleep ${name}`), []);
      },
    );

    test('may clean up on SIGINT before it is ended', { skip }, async () => {
      await using tmp = await tmpdir();
      const program = await start(
        `9${how.length}`,
        `trap ': > cleaned; exit 3' INT; : > ready; while :; do sleep 0.05; done`,
        tmp.path,
      );
      await until(join(tmp.path, 'ready'));
      await program.stop(5_000);
      assert.ok(existsSync(join(tmp.path, 'cleaned')));
      assert.equal((await program.exited).code, 3);
    });

    test(
      'ends with us, however we end',
      { skip: skip || (how === 'tree' && 'nobody is left to see to it') },
      async () => {
        await using tmp = await tmpdir();
        const name = `6${how.length}1.${process.pid}`;
        const module = new URL('./start.ts', import.meta.url).href;
        const doors = new URL('../process/process.ts', import.meta.url).href;
        const us = spawn(
          process.execPath,
          [
            '--no-warnings',
            '--input-type=module',
            '-e',
            `import { startIsolated } from '${module}'; import { systemProcesses } from '${doors}';
          await startIsolated(systemProcesses(), 'sh', ['-c', '(env -i setsid sleep ${name}1 &); : > ready; sleep ${name}2'],
            { cwd: '${tmp.path}', env: { PATH: process.env.PATH, MARK: '${name}' }, mark: 'MARK', containment: '${how}' });`,
          ],
          { env, stdio: 'ignore' },
        );
        await until(join(tmp.path, 'ready'));
        us.kill('SIGKILL');
        while (alive(`sleep ${name}`).length > 0) await sleep(20);
      },
    );

    test('leaves nothing behind when it ends by itself', { skip: skip || unpromised }, async () => {
      await using tmp = await tmpdir();
      const name = `8${how.length}1.${process.pid}`;
      const program = await start(name, `env -i setsid sleep ${name} & sleep 0.1; exit 5`, tmp.path);
      assert.equal((await program.exited).code, 5);
      await program.reap();
      assert.deepEqual(alive(`sleep ${name}`), []);
    });
  });
}
