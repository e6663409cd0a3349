/**
 * Modifies an existing object, for every verb that does: read, change, admit, validate, store. Retries from the start if another
 * client stored a version in between. A caller that names a resourceVersion gets a conflict then, since the new version is a
 * different one.
 */
import { isDeepStrictEqual } from 'node:util'
import { deepClone } from '@kubewright/core/json'
import { goQuote } from '@kubewright/core/go'
import type { Strategy } from '../kinds/served-kind.ts'
import { type Draft, type DraftManager, draftOf, textOf } from '../object/draft.ts'
import { noteStoredForm, storedFormOf, unreadForm } from '../object/hidden-form.ts'
import { validateMeta, validateMetaUpdate } from '../object/meta-rules.ts'
import { keepSystemFields } from '../object/system-fields.ts'
import type { WriteOptions } from '../request/write-options.ts'
import { StaleWrite } from '../storage/errors.ts'
import type { Stored, Version } from '../storage/version.ts'
import { invalid } from '../status/field-error.ts'
import { conflict, invalidObject, modifiedMeanwhile, notFound, plainFailure } from '../status/failures.ts'
import { type Call, collectionOf, keyOf, subjectOf, writingOf } from '../kinds/call.ts'
import { attributesOf, placeInNamespace, warnOfRepeatedOwners } from './create.ts'
import { putObject } from './put-object.ts'
import { storageKey } from './storage-key.ts'
import { inTurn } from './turns.ts'

export interface Modification {
  readonly options: WriteOptions
  readonly strategy: Strategy
  /** The UID of the object, if the caller names one. */
  readonly uid?: string | undefined
  /** Computes the desired object from the live one, in the served version. May be called several times. */
  change(live: Draft): Promise<Draft> | Draft
}

/** The stored version or, if nothing was stored, the object as the caller sees it. */
export type Modified = { readonly version: Version } | { readonly object: Draft }

/** How often a modification is tried before the server gives up on a contended object. */
const attempts = 100

/** @returns the modified object */
export async function modify(call: Call, first: Version, modification: Modification): Promise<Modified> {
  try {
    return await modifyVersion(call, first, modification)
  } catch (error) {
    if (!(error instanceof StaleWrite)) throw error
    return await inTurn(collectionOf(call), first.key, () => modifyNewest(call, first, modification))
  }
}

async function modifyNewest(call: Call, first: Version, modification: Modification): Promise<Modified> {
  for (let attempt = 2; attempt <= attempts; attempt++) {
    try {
      return await modifyVersion(call, newestOf(call, first), modification)
    } catch (error) {
      if (!(error instanceof StaleWrite)) throw error
    }
  }
  throw modifiedMeanwhile(subjectOf(call), call.info.name)
}

/** Failure: `StaleWrite` if another client stored a version in between. */
async function modifyVersion(call: Call, version: Version, modification: Modification): Promise<Modified> {
  const [live] = await call.kind.storage.read([draftOf(version.object.text)])
  refuseOther(call, modification.uid, live!, modification.options)
  const wanted = await modification.change(deepClone(live!))
  const next = await admit(call, wanted, live!, modification)
  return store(call, version, next, modification.options)
}

function newestOf(call: Call, { key }: Version): Version {
  const newest = collectionOf(call).read(key)
  if (newest === undefined) throw notFound(subjectOf(call), call.info.name)
  return newest
}

/** Throws a conflict if the caller names a UID that is not that of the stored object. */
export function refuseOther(
  call: Call,
  uid: string | undefined,
  live: Draft | undefined,
  { isDryRun }: Pick<WriteOptions, 'isDryRun'>,
): void {
  if (uid === undefined || uid === '' || uid === live?.metadata.uid) return
  const stored = storageKey(call.kind, call.info.namespace, call.info.name)
  // A dry run fails before the storage prefix is added to the key.
  const key = isDryRun ? stored.replace(/^\/registry(?=\/)/, '') : stored
  const why = `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: ${uid}, UID in object meta: ${live?.metadata.uid ?? ''}`
  throw conflict(subjectOf(call), call.info.name, why)
}

async function admit(call: Call, wanted: Draft, live: Draft, { options, strategy }: Modification): Promise<Draft> {
  const attributes = attributesOf(call, wanted, live, options)
  await call.server.admission.admit(attributes)
  const next = attributes.object!
  placeInNamespace(call, next)
  warnOfRepeatedOwners(call, next, true)
  settleVersion(call, next, live, strategy)
  keepSystemFields(next, live)
  strategy.prepareForUpdate(next, live, writingOf(call))
  await refuseInvalid(call, next, live, strategy)
  for (const warning of (await strategy.warnings?.(next, live)) ?? []) call.warnings.add(warning)
  keepTimes(next, live)
  await call.server.admission.validate({ ...attributes, object: next })
  return next
}

/** A caller may name the resourceVersion it has read; some kinds require it. */
function settleVersion(call: Call, next: Draft, live: Draft, strategy: Strategy): void {
  const { resourceVersion = '' } = next.metadata
  if (!/^\d*$/.test(resourceVersion))
    throw plainFailure(`strconv.ParseUint: parsing ${goQuote(resourceVersion)}: invalid syntax`)
  const isNamed = resourceVersion !== '' && Number(resourceVersion) !== 0
  if (!isNamed && !strategy.updatesUnconditionally) {
    const error = invalid('metadata.resourceVersion', 0, 'must be specified for an update')
    throw invalidObject({ group: call.kind.group, kind: call.kind.plural }, call.info.name, [error])
  }
  if (isNamed && resourceVersion !== live.metadata.resourceVersion)
    throw modifiedMeanwhile(subjectOf(call), call.info.name)
  if (live.metadata.resourceVersion !== undefined) next.metadata.resourceVersion = live.metadata.resourceVersion
}

async function refuseInvalid(call: Call, next: Draft, live: Draft, strategy: Strategy): Promise<void> {
  const { kind, warnings } = call
  const scope = { isNamespaced: kind.isNamespaced, nameProblems: () => [] }
  const errors = [
    ...validateMeta(next, scope),
    ...validateMetaUpdate(next, live),
    ...(await strategy.validateUpdate(next, live)),
  ]
  for (const warning of strategy.forgiven?.(next) ?? []) warnings.add(warning)
  if (errors.length > 0) throw invalidObject(kind, live.metadata.name!, errors)
}

/** A write that only changes manager timestamps keeps the old ones, and so becomes a no-op. */
function keepTimes(next: Draft, live: Draft): void {
  const [now, before] = [next.metadata.managedFields, live.metadata.managedFields]
  if (now === undefined || before === undefined || now.length !== before.length) return
  if (!isDeepStrictEqual(now.map(withoutTime), before.map(withoutTime))) return
  const metadata = { ...unreadForm(next).metadata, managedFields: before }
  if (isDeepStrictEqual({ ...next, metadata }, live)) next.metadata.managedFields = before
}

function withoutTime({ time: _, ...entry }: DraftManager): DraftManager {
  return entry
}

async function store(call: Call, version: Version, next: Draft, options: WriteOptions): Promise<Modified> {
  const { kind } = call
  const collection = collectionOf(call)
  const raw = unreadForm(next)
  const stored = await kind.storage.write(next)
  if (isReadyToGo(next) && kind.strategy.deletion?.isHeld(next) !== true) {
    if (!options.isDryRun) collection.remove(version.key, version.revision, lastOf(version))
    return shown(call, stored)
  }
  const isConverted = stored.apiVersion !== next.apiVersion
  const kept = kind.isCustom && !isConverted ? raw : stored
  if (options.isDryRun || isSame(kept, version)) return shown(call, stored)
  const written = await putObject(call, version.key, version.revision, stored)
  noteStoredForm(written, kept, stored)
  call.server.store.trim(collection)
  return { version: written }
}

/** The last state of a removed object as watches see it, at the revision of its removal. */
export function lastOf({ object }: Version): (revision: number) => Stored {
  return (revision) => ({ text: textOf(draftOf(object.text), String(revision)), labels: object.labels })
}

/** The result of a dry run, a no-op or a removal, as the caller sees it. */
async function shown({ kind }: Call, stored: Draft): Promise<Modified> {
  const [object] = await kind.storage.read([stored])
  return { object: object! }
}

/** Whether a deleted object has nothing left to wait for: the write that removes its last finalizer also removes it. */
function isReadyToGo({ metadata }: Draft): boolean {
  return (
    metadata.deletionTimestamp !== undefined &&
    (metadata.deletionGracePeriodSeconds ?? 0) === 0 &&
    (metadata.finalizers ?? []).length === 0
  )
}

/** A no-op write gets no revision and causes no watch event. */
function isSame(next: Draft, version: Version): boolean {
  const before = storedFormOf(version) ?? draftOf(version.object.text)
  return isDeepStrictEqual(
    { ...next, metadata: { ...next.metadata, resourceVersion: '' } },
    { ...before, metadata: { ...before.metadata, resourceVersion: '' } },
  )
}

/** The storage key of the call's object. */
export function keyOfCall({ kind, info }: Call): string {
  return keyOf(kind, info.namespace, info.name)
}
