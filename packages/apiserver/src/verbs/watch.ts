/** GET with `watch`: from a list, or from a revision, on to whatever happens. */
import { randomInt } from '@kubewright/core'
import type { ServerResponse } from '../request/exchange.ts'
import { type ListOptions, readListOptions } from '../request/list-options.ts'
import { selectionOf } from '../request/selection.ts'
import type { Collection } from '../storage/collection.ts'
import { Compacted } from '../storage/errors.ts'
import { expired, resourceVersionTooLarge } from '../status/failures.ts'
import { StatusError } from '../status/status.ts'
import { line } from '../watching/watch-encoder.ts'
import { watchStream } from '../watching/watch-stream.ts'
import { type Call, collectionOf } from './call.ts'
import { answer } from './encode.ts'
import { isPlain, readIncludeObject } from './render.ts'
import { negotiateFor } from './respond.ts'

/** Between half an hour and an hour, so that watches do not all end together. */
const [shortestSeconds, spreadSeconds] = [1_800, 1_800]

export function watch(call: Call): ServerResponse {
  const { kind, info, request } = call
  const options = readListOptions(request.query, true)
  const form = negotiateFor(call)
  const include = readIncludeObject(request.query)
  const scope = {
    selection: selectionOf(kind, options.labelSelector, options.fieldSelector),
    prefix: kind.isNamespaced && info.namespace !== '' ? `${info.namespace}/` : '',
  }
  const collection = collectionOf(call)
  try {
    const stream = watchStream({
      ...scope,
      ...startOf(call, options, scope),
      kind,
      collection,
      form: { rendering: form.rendering, version: form.version, include },
      isPlain: isPlain(kind, { ...form, isPretty: false }),
      allowsBookmarks: options.allowsBookmarks,
      timeoutMs: 1_000 * (options.timeoutSeconds || shortestSeconds + randomInt(call.server.random, spreadSeconds)),
      clock: call.server.clock,
      random: call.server.random,
      newestRevision: () => call.server.store.revision,
    })
    return answer(200, stream)
  } catch (error) {
    if (error instanceof StatusError) return answer(200, refusal(error))
    throw error
  }
}

type Scope = Pick<Parameters<typeof watchStream>[0], 'selection' | 'prefix'>

/** What the watch begins with. */
function startOf(call: Call, options: ListOptions, { selection, prefix }: Scope) {
  const { store } = call.server
  const collection = collectionOf(call)
  const newest = store.revision
  const asked = options.resourceVersion ?? 0
  if (asked > newest) throw resourceVersionTooLarge(asked, newest)
  const isLegacyStart = options.sendsInitialEvents === undefined && asked === 0
  const marksInitialEnd = options.sendsInitialEvents === true && options.allowsBookmarks
  if (options.sendsInitialEvents === true || isLegacyStart) {
    const matches = selection.isEverything
      ? {}
      : { matches: (version: { object: Parameters<typeof selection.matches>[0] }) => selection.matches(version.object) }
    const { versions } = collection.range({ prefix, revision: newest, ...matches })
    return { initial: versions.map(({ object }) => object), missed: [], revision: newest, marksInitialEnd }
  }
  const from = asked === 0 ? newest : asked
  return { initial: [], missed: changesSince(collection, from), revision: from, marksInitialEnd: false }
}

function changesSince(collection: Collection, revision: number) {
  try {
    return collection.changesAfter(revision)
  } catch (error) {
    if (!(error instanceof Compacted)) throw error
    throw expired(`too old resource version: ${error.asked} (${error.oldest})`)
  }
}

/** A watch that cannot begin still begins: it says why and ends. */
function refusal(error: StatusError) {
  return {
    open(sink: { write(chunk: Uint8Array): boolean; end(): void }): Disposable {
      sink.write(line('ERROR', error.status))
      sink.end()
      return { [Symbol.dispose]: () => undefined }
    },
  }
}
