/** The transport of an actor to the API server: the world performs every request, and delivers every event. */
import type { Transport, TransportRequest, TransportResponse } from '@kubewright/client/transport'
import { textBody } from '@kubewright/client/testing'
import type { Actor } from './actor.ts'
import { type CallName, callOf, isAside, isWrite } from '../../requests/call-name.ts'
import { kindIn } from '../../requests/cluster-place.ts'
import { failureAnswer } from './injected-answer.ts'
import type { ObjectLedger } from './object-ledger.ts'
import type { RunMask } from './run-mask.ts'
import { expired } from './server-refusal.ts'
import { DeliveredStream } from './delivered-stream.ts'
import { type WatchLine, watchLines } from './watch-lines.ts'
import type { World } from './world.ts'
import type { Call, Sent } from './world-call.ts'
import { isLasting, type WorldServer } from './world-server.ts'
import type { OpenWatch } from './open-watch.ts'

export interface TransportParts {
  readonly world: World
  readonly server: WorldServer
  readonly ledger: ObjectLedger
  readonly mask: RunMask
  /** The cluster of the server, unless that is home. */
  readonly cluster?: string
}

export function worldTransport(parts: TransportParts, actor: Actor): Transport {
  return {
    host: 'in-process',
    send(request) {
      const call = callOf(request, parts.cluster)
      const send =
        call.verb === 'watch' ? () => watch(parts, actor, call, request) : () => exchange(parts, actor, call, request)
      return parts.world.call(
        actor,
        {
          label: call.label,
          thread: call.label,
          writes: isWrite(call),
          isAside: isAside(call) || call.verb === 'ask',
          isFaultable: isAside(call) && isWrite(call),
          ...(typeof request.body === 'string' ? { sent: parts.mask.text(request.body) } : {}),
          touches: touchesOf(call),
          isAnsweredByEvents: call.verb === 'watch',
          send,
          refused: (status) => failureAnswer(status, call),
        },
        request.scope ?? request.signal,
      )
    },
    async [Symbol.asyncDispose]() {},
  }
}

/** A write affects all lists and watches of its kind; a kind that configures the server affects everything. */
function touchesOf({ verb, collection, resource, namespace = '', name = '' }: CallName): Call<unknown>['touches'] {
  if (isLasting(collection)) return 'everything'
  const object = `${collection} ${namespace}/${name}`
  if (!isWrite({ verb, resource })) return [[placeRead({ verb, collection, namespace, name }), 'read']]
  return [
    [collection, 'changed'],
    [object, 'changed'],
  ]
}

/** An object, or all of a kind. */
function placeRead({ verb, collection, namespace = '', name = '' }: Omit<CallName, 'group' | 'resource' | 'label'>) {
  return verb === 'get' ? `${collection} ${namespace}/${name}` : collection
}

async function exchange(
  { world, server, ledger, mask, cluster }: TransportParts,
  actor: Actor,
  call: CallName,
  request: TransportRequest,
): Promise<Sent<TransportResponse>> {
  const { method, path, headers, body } = request
  const object = call.label.slice(call.verb.length + 1)
  const send = async () => {
    server.ids.about(object)
    server.onWebhookRequest = (inner) => world.touch(placeRead(callOf(inner, cluster)), 'read')
    try {
      const response = await server.transport.send({ method, path, headers, ...(body === undefined ? {} : { body }) })
      return { response, status: response.status, text: await response.body.text() }
    } finally {
      server.onWebhookRequest = undefined
    }
  }
  const isUsers = actor.role === 'user' && isWrite(call)
  const { response, status, text } = isUsers
    ? await ledger.declarations.around(server.transport, call, request, send)
    : await send()
  if (status === 201) server.ids.made(object)
  if (call.resource === 'services') mask.learn(text)
  const changed = isWrite(call) && ledger.note(actor.role, call, status, text)
  if (changed && actor.role === 'user') ledger.interferes(call, typeof body === 'string' ? body : '', text)
  return { answer: { ...response, body: textBody(text) }, status, text: mask.text(text), changed }
}

async function watch(
  { world, server, mask }: TransportParts,
  actor: Actor,
  call: CallName,
  request: TransportRequest,
): Promise<Sent<TransportResponse>> {
  const { method, path, headers } = request
  const stop = new AbortController()
  const transport = actor.role === 'cluster' ? server.lastingTransport : server.transport
  const response = await transport.send({ method, path, headers, streams: true, signal: stop.signal })
  const { status } = response
  if (status !== 200) {
    const text = await response.body.text()
    return { answer: { ...response, body: textBody(text) }, status, text: mask.text(text), changed: false }
  }
  const stream = new DeliveredStream(actor)
  const kind = kindIn(call.cluster, call.group === '' ? call.resource : `${call.resource}.${call.group}`)
  const open: OpenWatch = {
    isHeld: false,
    kind,
    actor,
    label: call.label,
    cut() {
      close()
      stream.end()
    },
    expire() {
      world.closeWatch(open)
      stop.abort()
      stream.push(JSON.stringify({ type: 'ERROR', object: expired }))
      stream.end()
    },
  }
  world.openWatch(open)
  const close = () => {
    world.closeWatch(open)
    stop.abort()
  }
  actor.onEnd(close)
  const isFilling = /[?&]sendInitialEvents=true/.test(path)
  void pump(world, open, { stream, lines: watchLines(response.body), isFilling, stop: stop.signal })
  return { answer: { ...response, body: stream.body(request.scope ?? request.signal, close) }, status, changed: false }
}

interface Pumped {
  readonly stream: DeliveredStream
  readonly lines: ReturnType<typeof watchLines>
  readonly isFilling: boolean
  readonly stop: AbortSignal
}

/** Initial events are delivered at once, like a list; later events one by one. */
async function pump(world: World, watch: OpenWatch, { stream, lines, isFilling, stop }: Pumped): Promise<void> {
  const initial: WatchLine[] = []
  let isInitial = isFilling
  const enqueue = (event: WatchLine | undefined, deliver: () => void) => world.deliver({ watch, event, deliver })
  try {
    for await (const one of lines) {
      if (stop.aborted) return
      const { object, endsInitial } = one
      if (isInitial) {
        initial.push(one)
        if (!endsInitial) continue
        isInitial = false
        enqueue(undefined, () => {
          watch.actor.view.set(watch.kind, new Map())
          for (const there of initial) receive(watch, stream, there)
        })
      } else enqueue(object === '' ? undefined : one, () => receive(watch, stream, one))
    }
    if (!stop.aborted) enqueue(undefined, () => stream.end())
  } catch (error) {
    if (!stop.aborted) throw error
  }
}

function receive({ actor, kind }: OpenWatch, stream: DeliveredStream, { type, object, text }: WatchLine): void {
  const view = actor.view.get(kind) ?? new Map<string, string>()
  actor.view.set(kind, view)
  if (type === 'DELETED') view.delete(object)
  else if (object !== '') view.set(object, text)
  stream.push(text)
}
