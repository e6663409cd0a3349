/** Container logs. The server has none itself: a pod runner supplies them. */
import { onAbort } from '@kubewright/core/tasks'
import type { Pod } from '@kubewright/kubernetes/core/v1'
import type { ResponseStream, ServerResponse, StreamSink } from '../../request/exchange.ts'
import { badRequest } from '../../status/failures.ts'
import type { Call } from '../../kinds/call.ts'
import { answer } from '../../rendering/encode.ts'
import type { PodLogRequest, PodLogs } from '@kubewright/core/containers'
import type { Unvalidated } from '../../object/unvalidated.ts'

/** Failure: a 400 for a container that has not started, or an invalid query. */
export function serveLog(call: Call, pod: Unvalidated<Pod>, podLogs: PodLogs): ServerResponse {
  const container = call.request.query.get('container') || (pod.spec?.containers?.[0]?.name ?? '')
  refuseWaiting(pod, container)
  const stop = new AbortController()
  const request = { ...queryOf(call), container, signal: stop.signal }
  return answer(200, streamOf(podLogs(request), stop), 'text/plain')
}

function refuseWaiting({ metadata, status }: Unvalidated<Pod>, container: string): void {
  const all = [...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])]
  const { state, lastState } = all.find(({ name }) => name === container) ?? {}
  if (state?.waiting === undefined || lastState?.terminated !== undefined) return
  const { reason } = state.waiting
  throw badRequest(`container "${container}" in pod "${metadata?.name}" is waiting to start: ${reason}`)
}

function queryOf({ request: { query }, info, server }: Call): Omit<PodLogRequest, 'container' | 'signal'> {
  const [tailLines, limitBytes] = [countOf(query, 'tailLines'), countOf(query, 'limitBytes')]
  const since = sinceOf(query, server.clock.now())
  return {
    namespace: info.namespace,
    name: info.name,
    follow: isSet(query, 'follow'),
    previous: isSet(query, 'previous'),
    timestamps: isSet(query, 'timestamps'),
    ...(tailLines === undefined ? {} : { tailLines }),
    ...(limitBytes === undefined ? {} : { limitBytes }),
    ...(since === undefined ? {} : { since }),
  }
}

function isSet(query: URLSearchParams, name: string): boolean {
  const value = query.get(name)
  return value !== null && !['0', 'f', 'F', 'false', 'FALSE', 'False'].includes(value)
}

function countOf(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name)
  if (text === null || text === '') return undefined
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw badRequest(`${name}: Invalid value: "${text}": must be greater than or equal to 0`)
}

function sinceOf(query: URLSearchParams, now: number): number | undefined {
  const seconds = countOf(query, 'sinceSeconds')
  if (seconds !== undefined) return now - seconds * 1_000
  const time = query.get('sinceTime')
  if (time === null || time === '') return undefined
  const ms = Date.parse(time)
  if (Number.isNaN(ms)) throw badRequest(`sinceTime: Invalid value: "${time}": is not a time`)
  return ms
}

/** Reading starts when the response is opened and stops when the client disconnects. */
function streamOf(log: AsyncIterable<string>, stop: AbortController): ResponseStream {
  const end = { [Symbol.dispose]: () => stop.abort() }
  return {
    ...end,
    open(sink) {
      void pump(log, sink, stop.signal)
      return end
    },
  }
}

async function pump(log: AsyncIterable<string>, sink: StreamSink, signal: AbortSignal): Promise<void> {
  const encoder = new TextEncoder()
  try {
    for await (const text of log) {
      if (signal.aborted || !sink.write(encoder.encode(text))) break
      await roomIn(sink, signal)
    }
  } catch (error) {
    // The response has begun, so the error can only be written into the log.
    sink.write(encoder.encode(`${error instanceof Error ? error.message : String(error)}\n`))
  } finally {
    sink.end()
  }
}

/** Back-pressure: waits until the client has caught up, because a log may exceed the send buffer. */
function roomIn(sink: StreamSink, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const leaving = onAbort(signal, resolve)
    const goOn = () => {
      leaving[Symbol.dispose]()
      resolve()
    }
    if (signal.aborted || sink.isReady(goOn)) goOn()
  })
}
