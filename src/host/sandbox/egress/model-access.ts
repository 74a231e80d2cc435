/** One kind of request that a CLI makes of its model. */
export interface ModelCall {
  method: 'GET' | 'POST';
  /** Below the model's base URL, the whole of it. */
  path: RegExp;
  /** Costs nothing: its figures are not to be counted. */
  free?: boolean;
}

/** The way to the model: what is asked for below MODEL_PATH goes there, with the credential that the sandbox lacks. */
export interface ModelAccess {
  upstream: string;
  /** What stands for a secret in the sandbox, and the secret. */
  secrets: readonly { standIn: string; real: string }[];
  /** The headers that carry a credential of this model. The stand-in means something there and nowhere else. */
  authentication: readonly string[];
  /** Nothing else of the model's API can be reached. */
  calls: readonly ModelCall[];
  /** Why no further question is passed on. */
  refusal(): string | undefined;
  /** A question is passed on; the answer is told piece by piece. */
  asked(): (text: string) => void;
}
