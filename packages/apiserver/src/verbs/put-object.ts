/**
 * Puts an object into its collection, unless it is too large for etcd, which limits requests to 1.5 MiB. Managed fields are dropped
 * first to make it fit.
 * See decision 0098.
 */
import { loadShape } from '../codec/load-shapes.ts'
import { fieldSize, protobufSize, varintSize } from '../codec/protobuf-size.ts'
import { goJson } from '../go/go-json.ts'
import type { ServedKind } from '../kinds/served-kind.ts'
import { type Draft, textOf } from '../object/draft.ts'
import type { Stored, Version } from '../storage/version.ts'
import { plainFailure } from '../status/failures.ts'
import { applyType, patchTypeOf } from '../request/body-media-type.ts'
import { type Call, collectionOf } from '../kinds/call.ts'
import { storageKey } from './storage-key.ts'

/** The request limit of etcd, and the message limit of its client. */
const [requestLimit, messageLimit] = [1_572_864, 2_097_152]
/** The bytes that etcd adds to a request before it checks the limit. */
const headerSize = 13
/** Events are stored with a lease, which expires after an hour. */
const leaseSize = 10
/** No shorter text exceeds the limit in any encoding, so most writes need only a length check. */
const harmlessLength = 500_000

/** Thrown while encoding an object that may exceed etcd's limit: its size has to be checked before it is put. */
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

/** Failure: a 500 with the error message of etcd, or of its client if the request exceeds that limit. */
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

/** Built-in groups that kube-apiserver stores as JSON. */
const jsonGroups: ReadonlySet<string> = new Set(['apiextensions.k8s.io', 'apiregistration.k8s.io'])

/** The size of the object in its storage encoding. */
async function valueSize({ isCustom, group }: ServedKind, object: Draft): Promise<number> {
  const { resourceVersion: _, ...metadata } = object.metadata
  const type = isCustom || jsonGroups.has(group) ? undefined : await loadShape(object.apiVersion, object.kind)
  if (type === undefined) return Buffer.byteLength(goJson({ ...object, metadata })) + 1
  return protobufSize(type, { ...object, metadata })
}

/** A transaction compares the revision and puts the value; an update also reads the value if the comparison fails. */
function transactionSize(key: number, value: number, expected: number | undefined): number {
  const comparison = 2 + fieldSize(3, key) + 1 + varintSize(expected ?? 0)
  const put = fieldSize(2, fieldSize(1, key) + fieldSize(2, value))
  const reading = expected === undefined ? 0 : fieldSize(3, fieldSize(1, fieldSize(1, key)))
  return fieldSize(1, comparison) + fieldSize(2, put) + reading
}
