/** Removes a definition: first deletes its instances, respecting their finalizers, then removes its own finalizer. */
import { sleep } from '@kubewright/core'
import { onAbort } from '@kubewright/core/tasks'
import { backOffMs } from '@kubewright/core/time'
import { AdmissionChain } from '../../kinds/admission.ts'
import { ownCall } from '../../kinds/own-call.ts'
import type { ServedKind } from '../../kinds/served-kind.ts'
import { type Draft, draftOf } from '../../object/draft.ts'
import type { DeleteOptions } from '../../request/delete-options.ts'
import { StatusError } from '../../status/status.ts'
import type { Machinery } from '../../kinds/call.ts'
import { deleteObject } from '../../verbs/delete.ts'
import { type ConditionText, isTrue, setCondition } from '../definition/conditions.ts'
import { cleanupFinalizer } from '../definition/definition.ts'
import type { Consequence } from './consequences.ts'
import type { DefinitionWriter } from './definition-writer.ts'

/** How long to wait for instances before the condition reports it and the deletion is retried. */
const patienceMs = 60_000
/** The back-off after failures. */
const [firstPauseMs, longestPauseMs] = [5, 1_000_000]

const terminating = (status: 'True' | 'False', reason: string, message: string): ConditionText => ({
  type: 'Terminating',
  status,
  reason,
  message,
})

const inProgress = terminating('True', 'InstanceDeletionInProgress', 'CustomResource deletion is in progress')
const completed = terminating('False', 'InstanceDeletionCompleted', 'removed all instances')
const neverEstablished = terminating('False', 'NeverEstablished', 'resource was never established')
const stillThere = terminating(
  'True',
  'InstanceDeletionCheck',
  'could not confirm zero CustomResources remaining: context deadline exceeded',
)

export function isHeldForCleanup({ metadata }: Draft): boolean {
  return metadata.deletionTimestamp !== undefined && metadata.finalizers?.includes(cleanupFinalizer) === true
}

export interface RemovalParts {
  readonly server: Machinery
  readonly writer: DefinitionWriter
  /** The kind in its storage version; `undefined` if it is not served. */
  readonly kindOf: (definition: Draft) => ServedKind | undefined
  readonly signal: AbortSignal
}

/** Resolves when the definition is released, or on abort. */
export async function removeDefinition(parts: RemovalParts, name: string): Promise<void> {
  const { writer, server, signal } = parts
  for (let failures = 0; !signal.aborted; ) {
    const obstacle = await removeOnce(parts, name)
    if (obstacle === undefined || signal.aborted) return
    await writer.write(name, saying(obstacle))
    if (obstacle === stillThere) continue
    const pauseMs = backOffMs(++failures, firstPauseMs, longestPauseMs)
    await sleep(server.clock, pauseMs, signal).catch(() => undefined)
  }
}

/** @returns the condition that blocks the removal, if any */
async function removeOnce({ server, writer, kindOf, signal }: RemovalParts, name: string) {
  await writer.write(name, saying(inProgress))
  const definition = writer.read(name)
  if (definition === undefined || !isHeldForCleanup(definition)) return undefined
  const kind = kindOf(definition)
  if (!isTrue(definition, 'Established') || kind === undefined) {
    await writer.write(name, releasing(neverEstablished))
    return undefined
  }
  try {
    await deleteInstances(server, kind)
  } catch (error) {
    const message = `could not list instances: ${(error as Error).message}`
    return terminating('True', 'InstanceDeletionFailed', message)
  }
  if (!(await isEmptySoon({ server, signal }, kind))) return stillThere
  await writer.write(name, releasing(completed))
  return undefined
}

function saying(condition: ConditionText): Consequence {
  return (definition, time) => {
    if (isHeldForCleanup(definition)) setCondition(definition, condition, time)
  }
}

function releasing(condition: ConditionText): Consequence {
  return (definition, time) => {
    setCondition(definition, condition, time)
    const { metadata } = definition
    metadata.finalizers = (metadata.finalizers ?? []).filter((finalizer) => finalizer !== cleanupFinalizer)
  }
}

const plainDeletion: DeleteOptions = {
  isDryRun: false,
  gracePeriodSeconds: undefined,
  propagationPolicy: undefined,
  orphanDependents: undefined,
  preconditions: {},
  written: { kind: 'DeleteOptions', apiVersion: 'meta.k8s.io/v1' },
}

/** Skips admission, which already ran for the deletion of the definition. */
async function deleteInstances(server: Machinery, kind: ServedKind): Promise<void> {
  const unasked = { ...server, admission: new AdmissionChain([]) }
  for (const { object } of server.store.collection(kind.storage.collection).range({}).versions) {
    const { name = '', namespace = '' } = draftOf(object.text).metadata
    const call = ownCall(unasked, kind, { verb: 'delete', namespace, name })
    try {
      await deleteObject(call, name, plainDeletion)
    } catch (error) {
      if (!(error instanceof StatusError && error.status.code === 404)) throw error
    }
  }
}

/** Whether the last instance is gone before the timeout. */
function isEmptySoon({ server, signal }: Pick<RemovalParts, 'server' | 'signal'>, kind: ServedKind): Promise<boolean> {
  const collection = server.store.collection(kind.storage.collection)
  if (collection.size === 0) return Promise.resolve(true)
  return new Promise((resolve) => {
    const waiting = [
      collection.subscribe(({ isDeletion }) => {
        if (isDeletion) void Promise.resolve().then(() => collection.size === 0 && finish(true))
      }),
      server.clock.schedule(patienceMs, () => finish(false)),
      onAbort(signal, () => finish(false)),
    ]
    function finish(isEmpty: boolean): void {
      for (const one of waiting) one[Symbol.dispose]()
      resolve(isEmpty)
    }
  })
}
