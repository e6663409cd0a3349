/**
 * OpenTelemetry traces of controllers: from the watch event, through the time in the queue, to the reconcile and each of its API
 * server calls.
 *
 * Each reconcile is a trace of its own. Its root span, named after the controller, starts when the change arrived. It contains
 * `wait`, and `reconcile …` with a span for each call.
 *
 * See decision 0150.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  context,
  type Span as OpenTelemetrySpan,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api'
import type { Span, SpanAttributes, Tracing } from '@kubewright/controller/host'

/** Options of `openTelemetry`. */
export interface OpenTelemetryOptions {
  /** @default the tracer `kubewright` of the provider that the program registered */
  readonly tracer?: Tracer
}

/**
 * Pass it to `createManager` as `tracing`. Works with or without a registered context manager; with one, spans created by a reconcile
 * become children of its span too.
 */
export function openTelemetry({ tracer = trace.getTracer('kubewright') }: OpenTelemetryOptions = {}): Tracing {
  const contexts = new AsyncLocalStorage<Context>()
  const current = () =>
    (trace.getSpan(context.active()) === undefined ? contexts.getStore() : undefined) ?? context.active()
  const within = <Result>(span: OpenTelemetrySpan, run: () => Promise<Result>) => {
    const inside = trace.setSpan(current(), span)
    return contexts.run(inside, () => context.with(inside, run))
  }
  const spanned = <Result>(name: string, attributes: SpanAttributes, run: (span: Span) => Promise<Result>) => {
    const span = tracer.startSpan(name, { attributes: { ...attributes }, kind: SpanKind.INTERNAL }, current())
    return within(span, () => ending(span, () => run(spanOf(span))))
  }
  return {
    span(name, attributes, run, { heardAt } = {}) {
      if (heardAt === undefined) return spanned(name, attributes, run)
      const options = { attributes: { ...attributes }, kind: SpanKind.CONSUMER, startTime: heardAt, root: true }
      const whole = tracer.startSpan(String(attributes['kubewright.controller'] ?? name), options)
      return within(whole, () => {
        tracer.startSpan('wait', { startTime: heardAt }, current()).end()
        return ending(whole, () => spanned(name, attributes, run))
      })
    },
  }
}

/** Ends the span when `run` settles. */
async function ending<Result>(span: OpenTelemetrySpan, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    failed(span, error)
    throw error
  } finally {
    span.end()
  }
}

function spanOf(span: OpenTelemetrySpan): Span {
  return { set: (attributes) => void span.setAttributes({ ...attributes }), fail: (error) => failed(span, error) }
}

function failed(span: OpenTelemetrySpan, error: unknown): void {
  span.recordException(error instanceof Error ? error : String(error))
  span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.message : String(error) })
}
