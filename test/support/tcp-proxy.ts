import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A way to a server on the loopback that can be cut: whoever goes through it is cut off from that server alone. */
export interface TcpProxy extends AsyncDisposable {
  readonly port: number;
  cut(): void;
  mend(): void;
}

export async function openTcpProxy(to: () => number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const known = (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket)).on('error', () => {});
    return socket;
  };
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = known(connect(to(), '127.0.0.1'));
    known(near).pipe(far).pipe(near);
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    mend: () => void (isCut = false),
    [Symbol.asyncDispose]: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
