/**
 * Puts an object into its collection, unless it is larger than what a real server can keep: etcd takes a megabyte and a half
 * at once. Who owns which field is given up first.
 */
import { loadShape } from '../codec/load-shapes.ts'
import { fieldSize, protobufSize, varintSize } from '../codec/protobuf-size.ts'
import { goJson } from '../codec/go-json.ts'
import type { ServedKind } from '../kinds/served-kind.ts'
import { type Draft, textOf } from '../object/draft.ts'
import type { Stored, Version } from '../storage/version.ts'
import { plainFailure } from '../status/failures.ts'
import { applyType, patchTypeOf } from './body.ts'
import { type Call, collectionOf } from './call.ts'
import { storageKey } from './storage-key.ts'

/** What etcd takes, and what its client sends at all. */
const [requestLimit, messageLimit] = [1_572_864, 2_097_152]
/** What etcd adds to a request before it measures it. */
const headerSize = 13
/** Events are put with a lease, which ends them after an hour. */
const leaseSize = 10
/** No text shorter than this is too large, in whatever form: most writes need no more than a look at their length. */
const harmlessLength = 500_000

/** Ends an attempt to put something that has to be measured first. */
class Unmeasured extends Error {}

/**
 * @param expected the revision the object must be at, or `undefined` if it must not exist
 *
 * Failure: a 500 if the object is too large; `StaleWrite`.
 */
export async function putObject(
  call: Call,
  key: string,
  expected: number | undefined,
  object: Draft,
): Promise<Version> {
  const collection = collectionOf(call)
  const encode = (revision: number): Stored => ({
    text: textOf(object, String(revision)),
    labels: object.metadata.labels,
  })
  const encodeSmall = (revision: number): Stored => {
    const stored = encode(revision)
    if (stored.text.length > harmlessLength) throw new Unmeasured()
    return stored
  }
  try {
    return collection.put(key, expected, encodeSmall)
  } catch (error) {
    if (!(error instanceof Unmeasured)) throw error
    await fit(call, object, expected)
    return collection.put(key, expected, encode)
  }
}

/** Failure: a 500 in the words of etcd, or of its client if that did not even send it. */
async function fit(call: Call, object: Draft, expected: number | undefined): Promise<void> {
  if ((await problemOf(call, object, expected)) === undefined) return
  const isApply = patchTypeOf(call.request.headers['content-type']) === applyType
  if (!isApply) delete object.metadata.managedFields
  const problem = await problemOf(call, object, expected)
  if (problem !== undefined) throw plainFailure(problem)
}

async function problemOf({ kind, info }: Call, object: Draft, expected: number | undefined) {
  const key = storageKey(kind, info.namespace, object.metadata.name!)
  const lease = kind.plural === 'events' ? leaseSize : 0
  const size = transactionSize(Buffer.byteLength(key), (await valueSize(kind, object)) + lease, expected)
  if (size > messageLimit) {
    return `rpc error: code = ResourceExhausted desc = trying to send message larger than max (${size} vs. ${messageLimit})`
  }
  return fieldSize(1, size) + headerSize > requestLimit ? 'etcdserver: request is too large' : undefined
}

/** Kinds that a real server keeps as JSON, though they are built in. */
const jsonGroups: ReadonlySet<string> = new Set(['apiextensions.k8s.io', 'apiregistration.k8s.io'])

/** The object alone, in the form it is kept in. */
async function valueSize({ isCustom, group }: ServedKind, object: Draft): Promise<number> {
  const { resourceVersion: _, ...metadata } = object.metadata
  const type = isCustom || jsonGroups.has(group) ? undefined : await loadShape(object.apiVersion, object.kind)
  if (type === undefined) return Buffer.byteLength(goJson({ ...object, metadata })) + 1
  return protobufSize(type, { ...object, metadata })
}

/** Compare the revision, then put the value; an update reads it again if it is another. */
function transactionSize(key: number, value: number, expected: number | undefined): number {
  const comparison = 2 + fieldSize(3, key) + 1 + varintSize(expected ?? 0)
  const put = fieldSize(2, fieldSize(1, key) + fieldSize(2, value))
  const reading = expected === undefined ? 0 : fieldSize(3, fieldSize(1, fieldSize(1, key)))
  return fieldSize(1, comparison) + fieldSize(2, put) + reading
}
