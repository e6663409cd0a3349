/** Stack traces. Capturing one is cheap; its text is formatted on first read, which is rare. */

export interface Trace {
  readonly stack?: string
}

/** The current call stack from the caller of this function on, at most `depth` frames. */
export function traceHere(depth: number): Trace {
  const trace = {}
  const usual = Error.stackTraceLimit
  Error.stackTraceLimit = depth
  Error.captureStackTrace(trace, traceHere)
  Error.stackTraceLimit = usual
  return trace
}

/** One line per frame, innermost first. */
export function framesOf(trace: Trace): readonly string[] {
  return (trace.stack ?? '').split('\n').slice(1)
}
