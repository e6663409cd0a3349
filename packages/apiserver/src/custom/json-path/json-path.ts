/**
 * The JSONPath that `kubectl` and the server share: `.status.conditions[?(@.type=="Ready")].status`. It differs from what
 * others call JSONPath, in what it takes and in what it finds.
 */
import { findResults } from './find-results.ts'
import { parsePath } from './parse-path.ts'

export interface JsonPath {
  /**
   * Every value the path leads to; none where something is missing.
   *
   * Failure: `JsonPathFailure` if the path does not fit the value.
   */
  find(value: unknown): readonly unknown[]
}

/** Failure: `JsonPathFailure` if the text is no path. */
export function compileJsonPath(text: string): JsonPath {
  const steps = parsePath(text)
  return { find: (value) => findResults(value, steps) }
}
