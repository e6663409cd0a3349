/** DELETE of one object: at once, or as soon as nothing holds it any more. */
import type { Attributes } from '../admission/admission.ts'
import { type Draft, draftOf, textOf } from '../object/draft.ts'
import type { DeleteOptions } from '../request/delete-options.ts'
import { readDeleteOptions } from '../request/delete-options.ts'
import type { ServerResponse } from '../request/exchange.ts'
import { StaleWrite } from '../storage/errors.ts'
import type { Version } from '../storage/version.ts'
import { conflict } from '../status/failures.ts'
import { type Call, collectionOf, readStored, subjectOf, timestamp } from './call.ts'
import { answer, encode } from './encode.ts'
import { negotiateFor, respondWithObject } from './respond.ts'

/** What became of the object: its last or newest state, and whether it is gone. */
export interface Deleted {
  readonly object: Draft
  readonly isGone: boolean
}

export async function deleteOne(call: Call): Promise<ServerResponse> {
  const options = await readDeleteOptions(call)
  const form = negotiateFor(call)
  const { object, isGone } = await deleteObject(call, call.info.name, options)
  if (!isGone || call.kind.strategy.returnsDeleted) {
    const isAccepted = !isGone && options.orphanDependents === false
    return respondWithObject(call, isAccepted ? 202 : 200, object)
  }
  return answer(200, encode(successOf(call, object), form), form.mediaType)
}

/** Deletes, again if the object changed meanwhile and the caller did not insist on a version. */
export async function deleteObject(call: Call, name: string, options: DeleteOptions): Promise<Deleted> {
  for (;;) {
    const version = readStored(call, name)
    const [live] = await call.kind.storage.read([draftOf(version.object.text)])
    checkPreconditions(call, live!, options)
    const attributes = attributesOf(call, name, live!, options)
    await call.server.admission.admit(attributes)
    await call.server.admission.validate(attributes)
    try {
      const { object, isGone } = deleteVersion(call, version, options)
      const [shown] = await call.kind.storage.read([object])
      return { object: shown!, isGone }
    } catch (error) {
      if (!(error instanceof StaleWrite)) throw error
    }
  }
}

function deleteVersion(call: Call, version: Version, options: DeleteOptions): Deleted {
  const { kind } = call
  const object = draftOf(version.object.text)
  const finalizers = finalizersAfter(kind.strategy, object, options)
  const grace = graceFor(call, object, options)
  const isPending = finalizers.length > 0 || grace > 0 || kind.strategy.deletion?.isHeld(object) === true
  if (!isPending) return removeNow(call, version, object, options)
  return markDeleting(call, version, object, { finalizers, grace, options })
}

function removeNow(call: Call, version: Version, object: Draft, options: DeleteOptions): Deleted {
  if (call.kind.strategy.graceSeconds !== undefined) endGrace(call, object)
  if (options.isDryRun) return { object, isGone: true }
  collectionOf(call).remove(version.key, version.revision, (revision) => ({
    text: textOf(object, String(revision)),
    labels: object.metadata.labels,
  }))
  return { object, isGone: true }
}

/** What could have waited shows that it did not. */
function endGrace({ server }: Call, { metadata }: Draft): void {
  const { deletionTimestamp, deletionGracePeriodSeconds = 0, generation = 0 } = metadata
  const asked =
    deletionTimestamp === undefined
      ? server.clock.now()
      : Date.parse(deletionTimestamp) - deletionGracePeriodSeconds * 1_000
  metadata.deletionTimestamp = timestamp(asked)
  metadata.deletionGracePeriodSeconds = 0
  if (deletionTimestamp === undefined && generation > 0) metadata.generation = generation + 1
}

interface Marking {
  readonly finalizers: readonly string[]
  readonly grace: number
  readonly options: DeleteOptions
}

function markDeleting(call: Call, version: Version, object: Draft, marking: Marking): Deleted {
  const isFirst = object.metadata.deletionTimestamp === undefined
  const before = JSON.stringify(object)
  if (marking.finalizers.length > 0) object.metadata.finalizers = [...marking.finalizers]
  else delete object.metadata.finalizers
  if (isFirst || marking.grace < (object.metadata.deletionGracePeriodSeconds ?? 0)) {
    object.metadata.deletionTimestamp = timestamp(call.server.clock.now() + marking.grace * 1_000)
    object.metadata.deletionGracePeriodSeconds = marking.grace
    if (isFirst && (object.metadata.generation ?? 0) > 0) object.metadata.generation = object.metadata.generation! + 1
    call.kind.strategy.deletion?.mark(object)
  }
  if (marking.options.isDryRun || JSON.stringify(object) === before) return { object, isGone: false }
  const written = collectionOf(call).put(version.key, version.revision, (revision) => ({
    text: textOf(object, String(revision)),
    labels: object.metadata.labels,
  }))
  return { object: draftOf(written.object.text), isGone: false }
}

const collectorFinalizers = ['orphan', 'foregroundDeletion'] as const

/** The finalizers once the wish about dependents is written into them. */
function finalizersAfter(strategy: Call['kind']['strategy'], object: Draft, options: DeleteOptions): readonly string[] {
  const current = object.metadata.finalizers ?? []
  if (!strategy.isCollected) return current
  const wish = propagationOf(strategy, current, options)
  const others = current.filter((finalizer) => !collectorFinalizers.some((one) => one === finalizer))
  if (wish === 'Orphan') return [...others, 'orphan']
  return wish === 'Foreground' ? [...others, 'foregroundDeletion'] : others
}

function propagationOf(strategy: Call['kind']['strategy'], finalizers: readonly string[], options: DeleteOptions) {
  if (options.propagationPolicy !== undefined) return options.propagationPolicy
  if (options.orphanDependents !== undefined) return options.orphanDependents ? 'Orphan' : 'Background'
  if (finalizers.includes('orphan')) return 'Orphan'
  return finalizers.includes('foregroundDeletion') ? 'Foreground' : strategy.defaultPropagation
}

function graceFor({ kind }: Call, object: Draft, { gracePeriodSeconds }: DeleteOptions): number {
  const grace = kind.strategy.graceSeconds?.(object, gracePeriodSeconds) ?? 0
  const pending = object.metadata.deletionGracePeriodSeconds
  return object.metadata.deletionTimestamp !== undefined && pending !== undefined ? Math.min(grace, pending) : grace
}

function checkPreconditions(call: Call, { metadata }: Draft, { preconditions }: DeleteOptions): void {
  const { kind, info } = call
  const refuse = (why: string) => conflict({ group: kind.group, resource: kind.kind }, info.name, why)
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

function attributesOf(call: Call, name: string, old: Draft, options: DeleteOptions): Attributes {
  const { kind, info, user, warnings, annotations } = call
  return {
    operation: 'DELETE',
    kind,
    subresource: info.subresource,
    namespace: kind.isNamespaced ? info.namespace : '',
    name,
    user,
    isDryRun: options.isDryRun,
    options: options.written,
    object: undefined,
    oldObject: old,
    warn: (text) => void warnings.add(text),
    annotate: (key, value) => void annotations.set(key, value),
  }
}
