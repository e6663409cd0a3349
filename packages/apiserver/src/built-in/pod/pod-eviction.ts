/** Eviction: a deletion that respects the pod's disruption budget. */
import type { Pod } from '@kubewright/kubernetes/core/v1'
import type { PodDisruptionBudget } from '@kubewright/kubernetes/policy/v1'
import { builtInCodec } from '../../codec/built-in-codec.ts'
import { type Draft, draftOf } from '../../object/draft.ts'
import type { DeleteOptions, Propagation } from '../../request/delete-options.ts'
import type { ServerResponse } from '../../request/exchange.ts'
import { readWriteOptions } from '../../request/write-options.ts'
import { badRequest, forbidden } from '../../status/failures.ts'
import { type StatusDetails, StatusError } from '../../status/status.ts'
import type { Version } from '../../storage/version.ts'
import { decodeObject, readBody } from '../../verbs/body.ts'
import { type Call, collectionOf, readStored } from '../../kinds/call.ts'
import { timestamp } from '../../object/timestamp.ts'
import { attributesOf } from '../../verbs/create.ts'
import { deleteObject } from '../../verbs/delete.ts'
import { matcherOf } from '../../validation/label-selector.ts'
import { type Unvalidated, unvalidated } from '../../object/unvalidated.ts'
import { rewrite } from '../rewrite.ts'
import { succeeded } from '../success.ts'
import { conditionIsTrue } from '../table/cells.ts'
import { setPodCondition } from './pod-condition.ts'

const codec = builtInCodec({ group: 'policy', version: 'v1', kind: 'Eviction' })
const refusal = "Cannot evict pod as it would violate the pod's disruption budget."

export async function evictPod(call: Call): Promise<ServerResponse> {
  const { request, info } = call
  const write = readWriteOptions('Create', request.query, request.headers['user-agent'])
  const attributes = attributesOf(
    call,
    await decodeObject(call, codec, await readBody(call), write.fieldValidation),
    undefined,
    write,
  )
  await call.server.admission.admit(attributes)
  const eviction = attributes.object!
  if (eviction.metadata.name !== info.name) throw badRequest('name in URL does not match name in Eviction object')
  await call.server.admission.validate(attributes)
  const options = deletionOf(eviction, write.isDryRun)
  const version = readStored(call)
  const pod = draftOf(version.object.text)
  if (!isBeyondBudget(unvalidated<Pod>(pod))) askBudget(call, pod, options.isDryRun)
  await removePod(call, version, options)
  return succeeded(call, 201)
}

interface WrittenOptions {
  readonly dryRun?: readonly string[]
  readonly gracePeriodSeconds?: number
  readonly propagationPolicy?: Propagation
  readonly orphanDependents?: boolean
  readonly preconditions?: DeleteOptions['preconditions']
}

function deletionOf(eviction: Draft, isDryRun: boolean): DeleteOptions {
  const written = (eviction['deleteOptions'] ?? {}) as WrittenOptions
  return {
    isDryRun: isDryRun || (written.dryRun ?? []).length > 0,
    gracePeriodSeconds: written.gracePeriodSeconds,
    propagationPolicy: written.propagationPolicy,
    orphanDependents: written.orphanDependents,
    preconditions: written.preconditions ?? {},
    written: { kind: 'DeleteOptions', apiVersion: 'meta.k8s.io/v1', ...written },
  }
}

/** A pod that is pending, finished or terminating does not count against the budget. */
function isBeyondBudget({ metadata, status }: Unvalidated<Pod>): boolean {
  return metadata?.deletionTimestamp !== undefined || ['Succeeded', 'Failed', 'Pending'].includes(status?.phase ?? '')
}

async function removePod(call: Call, version: Version, options: DeleteOptions): Promise<void> {
  const { server, info } = call
  const rewriting = { store: server.store, collection: collectionOf(call), version, isDryRun: options.isDryRun }
  rewrite(rewriting, (pod) =>
    setPodCondition(
      unvalidated<Pod>(pod),
      { type: 'DisruptionTarget', status: 'True', reason: 'EvictionByEvictionAPI', message: 'Eviction API: evicting' },
      timestamp(server.clock.now()),
    ),
  )
  await deleteObject(call, info.name, options)
}

/** Failure: a 429 if the budget does not allow the eviction now. */
function askBudget(call: Call, pod: Draft, isDryRun: boolean): void {
  const budgets = budgetsOf(call, pod)
  if (budgets.length > 1) {
    const message = 'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.'
    throw new StatusError(500, '', message)
  }
  const [version] = budgets
  if (version === undefined || isUnhealthyAnyway(unvalidated<Pod>(pod), budgetOf(version))) return
  const { server } = call
  const collection = server.store.collection(budgetCollection)
  rewrite({ store: server.store, collection, version, isDryRun }, (stored) =>
    spend(unvalidated<PodDisruptionBudget>(stored), pod.metadata.name!, timestamp(server.clock.now())),
  )
}

const budgetCollection = 'poddisruptionbudgets.policy'

const budgetOf = (version: Version) => unvalidated<PodDisruptionBudget>(draftOf(version.object.text))

function budgetsOf({ server, info }: Call, { metadata }: Draft): readonly Version[] {
  const { versions } = server.store.collection(budgetCollection).range({ prefix: `${info.namespace}/` })
  return versions.filter((version) => matcherOf(budgetOf(version).spec?.selector)?.(metadata.labels ?? {}) === true)
}

/** Evicting an unready pod costs no availability while enough other pods are healthy. */
function isUnhealthyAnyway(
  { status }: Unvalidated<Pod>,
  { spec, status: budget }: Unvalidated<PodDisruptionBudget>,
): boolean {
  if (conditionIsTrue(status?.conditions, 'Ready')) return false
  if (spec?.unhealthyPodEvictionPolicy === 'AlwaysAllow') return true
  const [healthy, wanted] = [budget?.currentHealthy ?? 0, budget?.desiredHealthy ?? 0]
  return wanted > 0 && healthy >= wanted
}

const mostDisrupted = 2_000

function spend(budget: Unvalidated<PodDisruptionBudget>, podName: string, time: string): void {
  const [name, generation] = [budget.metadata?.name ?? '', budget.metadata?.generation ?? 0]
  const status = (budget.status ??= {})
  const allowed = status.disruptionsAllowed ?? 0
  const refuse = (why: string) => forbidden({ group: 'policy', resource: 'poddisruptionbudget' }, name, why)
  if ((status.observedGeneration ?? 0) < generation) {
    const message = `The disruption budget ${name} is still being processed by the server.`
    throw tooManyRequests(message, { retryAfterSeconds: 10 })
  }
  if (allowed < 0) throw refuse('pdb disruptions allowed is negative')
  if (Object.keys(status.disruptedPods ?? {}).length > mostDisrupted) {
    throw refuse('DisruptedPods map too big - too many evictions not confirmed by PDB controller')
  }
  if (allowed === 0) throw tooManyRequests(reasonOf(name, budget), {})
  status.disruptionsAllowed = allowed - 1
  if (allowed === 1) denyFurther(budget, time)
  status.disruptedPods = { ...status.disruptedPods, [podName]: time }
}

function tooManyRequests(cause: string, details: StatusDetails): StatusError {
  return new StatusError(429, 'TooManyRequests', refusal, {
    causes: [{ reason: 'DisruptionBudget', message: cause }],
    ...details,
  })
}

function reasonOf(name: string, { status = {} }: Unvalidated<PodDisruptionBudget>): string {
  const { currentHealthy = 0, desiredHealthy = 0 } = status
  const denial = status.conditions?.find(({ type, status: value }) => type === 'DisruptionAllowed' && value === 'False')
  const message = denial?.message ?? ''
  if (message !== '' && denial?.reason === 'SyncFailed') {
    return `The disruption budget ${name} does not allow evicting pods currently because it failed sync: ${message}`
  }
  if (currentHealthy <= desiredHealthy) {
    return `The disruption budget ${name} needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`
  }
  const why = message === '' ? '' : ` (${denial?.reason}): ${message}`
  return `The disruption budget ${name} does not allow evicting pods currently${why}`
}

function denyFurther({ metadata, status = {} }: Unvalidated<PodDisruptionBudget>, time: string): void {
  const type = 'DisruptionAllowed'
  const others = (status.conditions ?? []).filter((condition) => condition.type !== type)
  const before = status.conditions?.find((condition) => condition.type === type)
  const lastTransitionTime = before?.status === 'False' ? before.lastTransitionTime : time
  const observedGeneration = metadata?.generation
  const reason = 'InsufficientPods'
  status.conditions = [
    ...others,
    { type, status: 'False', observedGeneration, lastTransitionTime, reason, message: '' },
  ]
}
