/** GET with `watch`: streams changes, from the existing objects or from a revision on. */
import { randomInt } from '@kubewright/core/random'
import { apiVersionOf } from '../kinds/served-kind.ts'
import type { ServerResponse, StreamSink } from '../request/exchange.ts'
import { type ListOptions, readListOptions } from '../request/list-options.ts'
import { type Negotiated, streamMediaTypes } from '../request/negotiation.ts'
import { selectionOf } from '../request/selection.ts'
import type { Collection } from '../storage/collection.ts'
import { Compacted } from '../storage/errors.ts'
import { expired, notAcceptable, resourceVersionTooLarge } from '../status/failures.ts'
import { StatusError } from '../status/status.ts'
import { line } from '../watching/watch-encoder.ts'
import { watchStream } from '../watching/watch-stream.ts'
import { type Call, collectionOf } from '../kinds/call.ts'
import { answer } from '../rendering/encode.ts'
import { prefixOf } from './list.ts'
import { isPlain, readIncludeObject } from '../rendering/render.ts'
import { negotiateFor } from './respond.ts'

/** Timeouts are between half an hour and an hour, so that watches do not all end together. */
const [shortestSeconds, spreadSeconds] = [1_800, 1_800]

export async function watch(call: Call): Promise<ServerResponse> {
  const { kind, info, request } = call
  const form = negotiateStream(call)
  const options = withName(readListOptions(request.query, true), info.name)
  const include = readIncludeObject(request.query)
  const selection = selectionOf(kind, options.labelSelector, options.fieldSelector)
  const scope = { selection, prefix: prefixOf(call, selection) }
  const empty = (await kind.empty?.()) ?? { kind: kind.kind, apiVersion: apiVersionOf(kind), metadata: {} }
  const { timeoutSeconds = 0 } = options
  try {
    if (timeoutSeconds < 0) throw new StatusError(500, 'InternalError', 'context deadline exceeded')
    const stream = watchStream({
      ...scope,
      ...startOf(call, options, scope),
      kind,
      collection: collectionOf(call),
      form: { rendering: form.rendering, version: form.version, include },
      isPlain: isPlain(kind, { ...form, isPretty: false }),
      empty,
      allowsBookmarks: options.allowsBookmarks && request.isLasting !== true,
      timeoutMs: request.isLasting === true ? undefined : timeoutOf(call, timeoutSeconds),
      clock: request.watchClock ?? call.server.clock,
      random: call.server.random,
      newestRevision: () => call.server.store.revision,
    })
    return answer(200, stream)
  } catch (error) {
    if (error instanceof StatusError) return answer(200, refusal(error))
    throw error
  }
}

function timeoutOf({ server: { random } }: Call, seconds: number): number {
  return 1_000 * (seconds || shortestSeconds + randomInt(random, spreadSeconds))
}

/** YAML cannot be streamed. */
function negotiateStream(call: Call): Negotiated {
  const form = negotiateFor(call)
  if (form.mediaType !== 'application/yaml') return form
  throw notAcceptable(`only the following media types are accepted: ${streamMediaTypes.join(', ')}`)
}

/** A name in the path is the same as a field selector for it. */
function withName(options: ListOptions, name: string): ListOptions {
  return name === '' || options.fieldSelector !== '' ? options : { ...options, fieldSelector: `metadata.name=${name}` }
}

type Scope = Pick<Parameters<typeof watchStream>[0], 'selection' | 'prefix'>

/** The initial events and the start revision of a watch. */
function startOf(call: Call, options: ListOptions, { selection, prefix }: Scope) {
  const { store } = call.server
  const collection = collectionOf(call)
  const newest = store.revision
  const asked = options.resourceVersion ?? 0
  if (options.sendsInitialEvents === true) {
    if (asked > newest) throw resourceVersionTooLarge(options.versionText, newest)
    const matches = selection.isEverything
      ? {}
      : { matches: (version: { object: Parameters<typeof selection.matches>[0] }) => selection.matches(version.object) }
    // Reads the visible state: changes still being journaled follow as events.
    const { versions } = collection.range({ prefix, revision: newest, ...matches })
    const marksInitialEnd = options.allowsBookmarks
    return { initial: versions.map(({ object }) => object), missed: [], revision: newest, marksInitialEnd }
  }
  const from = asked === 0 ? newest : asked
  const missed = from >= newest ? [] : changesSince(collection, from)
  return { initial: [], missed, revision: from, marksInitialEnd: false }
}

function changesSince(collection: Collection, revision: number) {
  const { servedSince } = collection
  if (revision < servedSince) throw expired(`too old resource version: ${revision} (${servedSince})`)
  try {
    return collection.changesAfter(revision)
  } catch (error) {
    if (!(error instanceof Compacted)) throw error
    throw expired(`too old resource version: ${error.asked} (${error.oldest})`)
  }
}

/** A watch that cannot start is still opened: its stream has one ERROR event and ends. */
function refusal(error: StatusError) {
  return {
    open(sink: Pick<StreamSink, 'write' | 'end'>): Disposable {
      sink.write(line('ERROR', error.status))
      sink.end()
      return { [Symbol.dispose]: () => undefined }
    },
  }
}
