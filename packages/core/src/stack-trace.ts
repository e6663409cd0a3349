/** Where something was started. Taking a trace is cheap; its text is made when it is first read, which is mostly never. */

export interface Trace {
  readonly stack?: string
}

/** The calls under way, from the caller of this function on, at most `depth` of them. */
export function traceHere(depth: number): Trace {
  const trace = {}
  const usual = Error.stackTraceLimit
  Error.stackTraceLimit = depth
  Error.captureStackTrace(trace, traceHere)
  Error.stackTraceLimit = usual
  return trace
}

/** One line for each call, innermost first. */
export function framesOf(trace: Trace): readonly string[] {
  return (trace.stack ?? '').split('\n').slice(1)
}
