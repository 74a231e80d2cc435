/** Somebody in the sandbox asked for what is not allowed; the message is told there. */
export class Refused extends Error {
  readonly status: number;

  constructor(message: string, status = 403) {
    super(`autodev: ${message}`);
    this.status = status;
  }
}
