/** DELETE of one object: immediately, or once its finalizers and grace period allow it. */
import { deepEqual } from '@kubewright/core/json'
import type { Attributes } from '../kinds/admission.ts'
import { type Draft, draftOf, textOf } from '../object/draft.ts'
import { storedFormOf } from '../object/hidden-form.ts'
import type { DeleteOptions } from '../request/delete-options.ts'
import { readDeleteOptions } from '../request/delete-options.ts'
import type { ServerResponse } from '../request/exchange.ts'
import { StaleWrite } from '../storage/errors.ts'
import type { Version } from '../storage/version.ts'
import { conflict } from '../status/failures.ts'
import { type Call, collectionOf, readStored, subjectOf } from '../kinds/call.ts'
import { planDeletion } from './deletion-plan.ts'
import { answer, encode } from '../rendering/encode.ts'
import { lastOf } from './modify.ts'
import { negotiateFor, respondWithObject } from './respond.ts'

/** The result of a deletion: the object's last or current state, and whether it is gone. */
export interface Deleted {
  readonly object: Draft
  readonly isGone: boolean
}

export async function deleteOne(call: Call): Promise<ServerResponse> {
  const form = negotiateFor(call)
  const options = await readDeleteOptions(call)
  warnOfOrphans(call, options)
  const { object, isGone } = await deleteObject(call, call.info.name, options)
  if (!isGone || call.kind.strategy.returnsDeleted) {
    const isAccepted = !isGone && options.orphanDependents === false
    return respondWithObject(call, isAccepted ? 202 : 200, object)
  }
  return answer(200, encode(successOf(call, object), form), form.mediaType)
}

/** Some kinds orphan their dependents by default. */
export function warnOfOrphans({ kind, warnings }: Call, { propagationPolicy, orphanDependents }: DeleteOptions): void {
  const { dependentsWarning } = kind.strategy
  if (dependentsWarning === undefined || propagationPolicy !== undefined || orphanDependents !== undefined) return
  warnings.add(dependentsWarning)
}

/** Deletes the object. Retries if it changed meanwhile, unless a precondition fails. */
export async function deleteObject(call: Call, name: string, options: DeleteOptions): Promise<Deleted> {
  for (;;) {
    const version = readStored(call, name)
    try {
      return await deleteVersion(call, version, options)
    } catch (error) {
      if (!(error instanceof StaleWrite)) throw error
    }
  }
}

async function deleteVersion(call: Call, version: Version, options: DeleteOptions): Promise<Deleted> {
  const { kind, server } = call
  const stored = draftOf(version.object.text)
  const live = await show(call, stored)
  checkPreconditions(call, live, options)
  const plan = planDeletion(stored, { strategy: kind.strategy, options, nowMs: server.clock.now() })
  if (plan.step === 'nothing') return { object: live, isGone: false }
  await admit(call, live, options)
  if (plan.step === 'remove') return remove(call, version, options)
  const marked = mark(call, version, plan.object, options)
  if (options.isDryRun || !plan.isLast) return { object: await show(call, marked), isGone: plan.isLast }
  // Graceful deletion marks the object first even if the grace period is 0, so watches see both events.
  await admit(call, await show(call, marked), options)
  return remove(call, readStored(call, stored.metadata.name!), options)
}

async function remove(call: Call, version: Version, { isDryRun }: DeleteOptions): Promise<Deleted> {
  const last = lastOf(version)
  if (isDryRun) return { object: await show(call, draftOf(version.object.text)), isGone: true }
  const gone = collectionOf(call).remove(version.key, version.revision, last)
  return { object: await show(call, draftOf(gone.object.text)), isGone: true }
}

function mark(call: Call, version: Version, object: Draft, { isDryRun }: DeleteOptions): Draft {
  const isStoredSo =
    storedFormOf(version) === undefined && deepEqual(object as never, draftOf(version.object.text) as never)
  if (isDryRun || isStoredSo) return draftOf(textOf(object, object.metadata.resourceVersion ?? ''))
  const written = collectionOf(call).put(version.key, version.revision, (revision) => ({
    text: textOf(object, String(revision)),
    labels: object.metadata.labels,
  }))
  return draftOf(written.object.text)
}

async function show({ kind }: Call, stored: Draft): Promise<Draft> {
  const [object] = await kind.storage.read([stored])
  return object!
}

async function admit(call: Call, live: Draft, options: DeleteOptions): Promise<void> {
  const attributes = attributesOf(call, live, options)
  await call.server.admission.admit(attributes)
  await call.server.admission.validate(attributes)
}

function checkPreconditions(call: Call, live: Draft, options: DeleteOptions): void {
  if (call.kind.strategy.deletion !== undefined) return checkOwnPreconditions(call, live, options)
  const { kind } = call
  const { metadata } = live
  const { preconditions } = options
  // Both Event groups share one internal type, in the core group.
  const group = kind.kind === 'Event' && !kind.isCustom ? '' : kind.group
  const refuse = (why: string) => conflict({ group, resource: kind.kind }, metadata.name!, why)
  const { uid, resourceVersion } = preconditions
  if (uid !== undefined && uid !== metadata.uid) {
    throw refuse(
      `the UID in the precondition (${uid}) does not match the UID in record (${metadata.uid}). The object might have been deleted and then recreated`,
    )
  }
  if (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion) {
    throw refuse(
      `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${metadata.resourceVersion}). The object might have been modified`,
    )
  }
}

/** Kinds with their own deletion procedure have different error messages for failed preconditions. */
function checkOwnPreconditions(call: Call, { metadata }: Draft, { preconditions }: DeleteOptions): void {
  const pairs = [
    ['UID', preconditions.uid, metadata.uid],
    ['ResourceVersion', preconditions.resourceVersion, metadata.resourceVersion],
  ] as const
  for (const [what, wanted, actual] of pairs) {
    if (wanted === undefined || wanted === actual) continue
    const why = `Precondition failed: ${what} in precondition: ${wanted}, ${what} in object meta: ${actual}`
    throw conflict(subjectOf(call), metadata.name!, why)
  }
}

function successOf(call: Call, { metadata }: Draft): object {
  const { group, resource } = subjectOf(call)
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Success',
    details: { name: metadata.name, ...(group === '' ? {} : { group }), kind: resource, uid: metadata.uid },
  }
}

function attributesOf(call: Call, old: Draft, options: DeleteOptions): Attributes {
  const { kind, info, user, warnings, annotations } = call
  return {
    operation: 'DELETE',
    kind,
    subresource: info.subresource,
    namespace: kind.isNamespaced ? info.namespace : '',
    name: info.name,
    user,
    isDryRun: options.isDryRun,
    options: options.written,
    object: undefined,
    oldObject: old,
    warn: (text) => void warnings.add(text),
    annotate: (key, value) => void annotations.set(key, value),
  }
}
