/** Trace spans around reconciles. */

/** Spans around operations; `@kubewright/manager/opentelemetry` provides one. */
export interface Tracing {
  span<Result>(
    name: string,
    attributes: SpanAttributes,
    run: (span: Span) => Promise<Result>,
    options?: SpanOptions,
  ): Promise<Result>
}

/** Attributes of a trace span, by name. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>

/** Options of `span` of `Tracing`. */
export interface SpanOptions {
  /** When the causing change arrived, in milliseconds since the Unix epoch. From then until the start, the work was queued. */
  readonly heardAt?: number
}

/** An open trace span, which takes further attributes and may be marked as failed. */
export interface Span {
  set(attributes: SpanAttributes): void
  fail(error: unknown): void
}
