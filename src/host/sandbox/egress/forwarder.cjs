'use strict';
// Runs inside a sandbox without network, as the parent of its program: what the program sends to a port of the sandbox's own
// loopback goes to the one socket that leads out. Nothing is decided here; whoever is in the sandbox could end this.
const { spawn } = require('node:child_process');
const net = require('node:net');
const { constants } = require('node:os');

const [socket, port, command, ...args] = process.argv.slice(2);

const server = net.createServer({ allowHalfOpen: true }, (inside) => {
  const outside = net.connect({ path: socket, allowHalfOpen: true });
  for (const [from, to] of [
    [inside, outside],
    [outside, inside],
  ]) {
    from.pipe(to);
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
  }
});

// A signal to all of a group is meant for the program.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});

server.on('error', (error) => {
  process.stderr.write(`autodev: no way out of the sandbox: ${error.message}\n`);
  process.exit(125);
});
server.listen(Number(port), '127.0.0.1', () => {
  const program = spawn(command, args, { stdio: 'inherit' });
  program.on('error', (error) => {
    process.stderr.write(`${command}: ${error.message}\n`);
    process.exit(127);
  });
  program.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
});
