import type { Signature } from './signature.ts';

const AWAITED =
  /\b(?:Promise|PromiseLike|CompletableFuture|CompletionStage|ListenableFuture|Future|Awaitable|Coroutine|Deferred)\s*[<[]/;

/** Measured: six searches cost a quarter of the pattern, and most signatures await nothing. */
function mayAwait(text: string): boolean {
  return (
    text.includes('Promise') ||
    text.includes('Future') ||
    text.includes('Awaitable') ||
    text.includes('Coroutine') ||
    text.includes('Deferred') ||
    text.includes('CompletionStage')
  );
}

/** Declared `async` or `suspend`, or giving something that is awaited; a parameter's type does not count. */
export function isAsyncSignature(signature: Signature): boolean {
  const { before } = signature;
  if (before !== '' && (/(?:^|\s)(?:async|suspend)\b/.test(before) || AWAITED.test(before))) return true;
  return mayAwait(signature.text) && AWAITED.test(signature.after);
}
