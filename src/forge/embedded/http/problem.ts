export interface FieldProblem {
  resource: string;
  field: string;
  code: 'missing_field' | 'invalid' | 'already_exists' | 'custom' | 'missing';
  message?: string;
}

/** A refusal in GitHub's words. Thrown anywhere below a route; the API turns it into the answer. */
export class Problem extends Error {
  readonly status: number;
  readonly errors: readonly (FieldProblem | string)[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    message: string,
    errors?: readonly (FieldProblem | string)[],
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.name = 'Problem';
    this.status = status;
    this.errors = errors;
    this.headers = headers;
  }

  toJSON(): Record<string, unknown> {
    return {
      message: this.message,
      ...(this.errors === undefined ? {} : { errors: this.errors }),
      documentation_url: 'https://docs.github.com/rest',
      status: String(this.status),
    };
  }
}

export const notFound = (): Problem => new Problem(404, 'Not Found');

export function invalid(
  resource: string,
  field: string,
  code: FieldProblem['code'],
  message?: string,
): Problem {
  return new Problem(422, 'Validation Failed', [
    { resource, field, code, ...(message === undefined ? {} : { message }) },
  ]);
}
