import { STATUS_PATH } from '../documents/places.ts';

/** The files of a run that are its product: its own documents are not. */
export function productOf(changed: readonly string[]): string[] {
  return changed.filter((path) => !/^(?:docs\/0[1-4]-|\.omc\/)/.test(path) && path !== STATUS_PATH);
}
