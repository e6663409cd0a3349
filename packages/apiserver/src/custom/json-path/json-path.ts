/**
 * The JSONPath dialect of kubectl and kube-apiserver: `.status.conditions[?(@.type=="Ready")].status`. It differs from other
 * dialects in syntax and results.
 */
import { findResults } from './find-results.ts'
import { parsePath } from './parse-path.ts'

export interface JsonPath {
  /**
   * Every value at the path; none if a part of it is missing.
   *
   * Failure: `JsonPathFailure` if the path does not fit the value.
   */
  find(value: unknown): readonly unknown[]
}

/** Failure: `JsonPathFailure` if the text is not a valid path. */
export function compileJsonPath(text: string): JsonPath {
  const steps = parsePath(text)
  return { find: (value) => findResults(value, steps) }
}
