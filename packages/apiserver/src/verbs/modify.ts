/**
 * How every change to an existing object happens, whichever verb asks for it: read, change, admit, check, store; and all
 * of it again if somebody else stored in between and the caller did not insist on the version it had seen.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Strategy } from '../kinds/served-kind.ts'
import { type Draft, draftOf, textOf } from '../object/draft.ts'
import { validateMeta, validateMetaUpdate } from '../object/meta-rules.ts'
import { keepSystemFields } from '../object/system-fields.ts'
import type { WriteOptions } from '../request/write-options.ts'
import { StaleWrite } from '../storage/errors.ts'
import type { Version } from '../storage/version.ts'
import { conflict, invalidObject, modifiedMeanwhile } from '../status/failures.ts'
import { type Call, collectionOf, keyOf, subjectOf, writingOf } from './call.ts'
import { attributesOf, warnOfRepeatedOwners } from './create.ts'

export interface Modification {
  readonly options: WriteOptions
  readonly strategy: Strategy
  /** From the live object to the wanted one, in the served version. May be asked several times. */
  change(live: Draft): Promise<Draft> | Draft
}

/** What the server does before it gives up on an object that never holds still. */
const attempts = 20

/** The object as it is after the change. */
export async function modify(call: Call, first: Version, modification: Modification): Promise<Draft> {
  let version = first
  for (let attempt = 1; ; attempt++) {
    const [live] = await call.kind.storage.read([draftOf(version.object.text)])
    const wanted = await modification.change(JSON.parse(JSON.stringify(live)) as Draft)
    refuseStale(call, wanted, live!)
    const isConditional = hasVersion(wanted)
    const next = await admit(call, wanted, live!, modification)
    try {
      return await store(call, version, next, modification.options)
    } catch (error) {
      if (!(error instanceof StaleWrite)) throw error
      const newest = collectionOf(call).read(version.key)
      if (newest === undefined || isConditional || attempt >= attempts)
        throw modifiedMeanwhile(subjectOf(call), call.info.name)
      version = newest
    }
  }
}

/** A caller that names the version or the identity it has seen gets a conflict when they are not what is stored. */
function refuseStale(call: Call, wanted: Draft, live: Draft): void {
  const { uid, resourceVersion } = wanted.metadata
  // A patch that changes the identity is refused as a change, not as a mistake about which object is meant.
  const isMeant = call.info.verb === 'update' && uid !== undefined && uid !== ''
  if (isMeant && uid !== live.metadata.uid) throw otherIdentity(call, uid, live)
  if (hasVersion(wanted) && resourceVersion !== live.metadata.resourceVersion) {
    throw modifiedMeanwhile(subjectOf(call), call.info.name)
  }
}

function otherIdentity(call: Call, uid: string, live: Draft) {
  const { kind, info } = call
  const path = [
    kind.isCustom ? kind.group : undefined,
    kind.plural,
    kind.isNamespaced ? info.namespace : undefined,
    info.name,
  ]
  const key = `/registry/${path.filter((part) => part !== undefined).join('/')}`
  const why = `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: ${uid}, UID in object meta: ${live.metadata.uid}`
  return conflict(subjectOf(call), info.name, why)
}

const hasVersion = ({ metadata }: Draft) =>
  metadata.resourceVersion !== undefined && !['', '0'].includes(metadata.resourceVersion)

async function admit(call: Call, wanted: Draft, live: Draft, { options, strategy }: Modification): Promise<Draft> {
  warnOfRepeatedOwners(call, wanted)
  const attributes = attributesOf(call, wanted, live, options)
  await call.server.admission.admit(attributes)
  const next = attributes.object!
  keepSystemFields(next, live)
  strategy.prepareForUpdate(next, live, writingOf(call))
  await refuseInvalid(call, next, live, strategy)
  await call.server.admission.validate(attributes)
  for (const warning of strategy.warnings?.(next, live) ?? []) call.warnings.add(warning)
  return next
}

async function refuseInvalid({ kind }: Call, next: Draft, live: Draft, strategy: Strategy): Promise<void> {
  const scope = { isNamespaced: kind.isNamespaced, nameProblems: () => [] }
  const errors = [
    ...validateMeta(next, scope),
    ...validateMetaUpdate(next, live),
    ...(await strategy.validateUpdate(next, live)),
  ]
  if (errors.length > 0) throw invalidObject(kind, live.metadata.name!, errors)
}

async function store(call: Call, version: Version, next: Draft, options: WriteOptions): Promise<Draft> {
  const { kind } = call
  const collection = collectionOf(call)
  const stored = await kind.storage.write(next)
  const text = (revision: number) => ({ text: textOf(stored, String(revision)), labels: stored.metadata.labels })
  if (isReadyToGo(next) && kind.strategy.deletion?.isHeld(next) !== true) {
    if (!options.isDryRun) collection.remove(version.key, version.revision, text)
    return shown(call, stored)
  }
  if (isSame(stored, version) || options.isDryRun) return shown(call, stored)
  const written = collection.put(version.key, version.revision, text)
  call.server.store.trim(collection)
  return shown(call, draftOf(written.object.text))
}

/** What was stored, or would have been, as the caller sees it. */
async function shown({ kind }: Call, stored: Draft): Promise<Draft> {
  const [object] = await kind.storage.read([stored])
  return object!
}

/** Deleted, and nothing holds it any more: the write that took the last finalizer away also removes the object. */
function isReadyToGo({ metadata }: Draft): boolean {
  return (
    metadata.deletionTimestamp !== undefined &&
    (metadata.deletionGracePeriodSeconds ?? 0) === 0 &&
    (metadata.finalizers ?? []).length === 0
  )
}

/** A write that changes nothing has no revision and wakes nobody. */
function isSame(next: Draft, version: Version): boolean {
  const before = draftOf(version.object.text)
  return isDeepStrictEqual(
    { ...next, metadata: { ...next.metadata, resourceVersion: '' } },
    { ...before, metadata: { ...before.metadata, resourceVersion: '' } },
  )
}

/** Where the object of a call lies. */
export function keyOfCall({ kind, info }: Call): string {
  return keyOf(kind, info.namespace, info.name)
}
