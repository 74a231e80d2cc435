#!/usr/bin/env node
'use strict';
// Made from src/gate by `node bin/hooks.mjs`. Do not edit.
const fs = require('node:fs');
const net = require('node:net');

/** All of standard input, at once. */
function readStandardInput() {
    // One native call where the pipe is an ordinary one, which it always was so far.
    try {
        return fs.readFileSync(0, 'utf8');
    }
    catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN'))
            throw error;
    }
    // Its writer made it non-blocking: wait for more without spinning. What was lost above makes broken JSON, and so a denial.
    const chunks = [];
    const buffer = Buffer.allocUnsafe(65_536);
    for (;;) {
        try {
            const size = fs.readSync(0, buffer, 0, buffer.length, null);
            if (size === 0)
                return Buffer.concat(chunks).toString('utf8');
            chunks.push(Buffer.from(buffer.subarray(0, size)));
        }
        catch (error) {
            if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN'))
                throw error;
            Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
        }
    }
}
/** Writes to standard output at once, before the process leaves. */
function writeStandardOutput(text) {
    fs.writeSync(1, text);
}
/** The folder this process stands in, which may have been removed under it. */
function standing(otherwise) {
    try {
        return process.cwd();
    }
    catch {
        return otherwise;
    }
}
function writeStandardError(text) {
    fs.writeSync(2, text);
}
/**
 * One half of a way from the loopback of a sandbox to that outside. `outside` listens on a socket per port and leads to
 * the service; `inside` listens where the service does and leads to the socket. Says so when it listens.
 */
async function forwardLoopback(side, folder, ports) {
    await Promise.all(ports.map((port) => {
        const socket = `${folder}/${port}`;
        const service = { host: '127.0.0.1', port: Number(port) };
        return side === 'outside' ? forward({ path: socket }, service) : forward(service, { path: socket });
    }));
    writeStandardOutput('\n');
}
function forward(from, to) {
    const server = net.createServer((near) => {
        const far = net.connect(to);
        near.pipe(far).pipe(near);
        near.on('error', () => far.destroy());
        far.on('error', () => near.destroy());
    });
    return new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(from, resolve);
    });
}
const [side, folder, ...ports] = process.argv.slice(2);
forwardLoopback(side, folder, ports).catch(() => process.exit(1));
