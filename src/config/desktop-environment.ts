import { readEnvironment } from './environment.ts';

/** What a program needs to reach the desktop of whoever started us. */
const NAMES = ['DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY', 'DBUS_SESSION_BUS_ADDRESS', 'XDG_RUNTIME_DIR'];

export function desktopEnvironment(
  env: Readonly<Record<string, string | undefined>> = readEnvironment(),
): Record<string, string> {
  return Object.fromEntries(NAMES.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
}
