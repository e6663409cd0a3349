/**
 * Maintains the status of ValidatingAdmissionPolicies: type checking warnings for their authors. In a cluster the
 * controller manager does this; a server without one can do it by itself.
 *
 * Runs asynchronously, never in the turn in which a policy is written. A policy is in force without its status.
 */
import type { ValidatingAdmissionPolicy } from '@kubewright/kubernetes/admissionregistration/v1'
import { serviceAccountGroups, serviceAccountUser, type User, withAuthenticated } from '../../identity/user.ts'
import { TaskList } from '../../background/task-list.ts'
import { apiVersionOf, type ServedKind } from '../../kinds/served-kind.ts'
import { type Draft, draftOf } from '../../object/draft.ts'
import { StatusError } from '../../status/status.ts'
import type { Version } from '../../storage/version.ts'
import type { Machinery } from '../../kinds/call.ts'
import { timestamp } from '../../object/timestamp.ts'
import { modify } from '../../verbs/modify.ts'
import { ownCall } from '../../kinds/own-call.ts'
import { typeWarnings } from './type-checking.ts'

const manager = 'validatingadmissionpolicy-status'
const account = { namespace: 'kube-system', name: 'validatingadmissionpolicy-status-controller' }
const user: User = withAuthenticated({
  name: serviceAccountUser(account),
  groups: serviceAccountGroups(account.namespace),
})

export interface PolicyStatusOptions {
  /** Receives internal errors of the server. */
  readonly report: (error: unknown) => void
}

/** Starts with the existing policies. Disposing it waits for the check in progress. */
export function startPolicyStatus(machinery: Machinery, { report }: PolicyStatusOptions): AsyncDisposable {
  const kind = machinery.kinds.find('admissionregistration.k8s.io', 'v1', 'validatingadmissionpolicies')!
  const policies = machinery.store.collection(kind.storage.collection)
  const tasks = new TaskList(async (name) => {
    try {
      await check(machinery, kind, policies.read(name))
    } catch (error) {
      // Modified or deleted concurrently: a modification triggers another check by itself.
      if (!(error instanceof StatusError)) report(error)
    }
  })
  const look = (version: Version) => {
    if (!version.isDeletion && isDue(policyOf(version))) tasks.add(version.key)
  }
  const subscription = policies.subscribe(look)
  for (const version of policies.range({}).versions) look(version)
  return {
    async [Symbol.asyncDispose]() {
      subscription[Symbol.dispose]()
      await tasks[Symbol.asyncDispose]()
    },
  }
}

function policyOf({ object }: Version): ValidatingAdmissionPolicy {
  return draftOf(object.text) as unknown as ValidatingAdmissionPolicy
}

function isDue({ metadata, status }: ValidatingAdmissionPolicy): boolean {
  return (metadata.generation ?? 0) > (status?.observedGeneration ?? 0)
}

async function check(machinery: Machinery, kind: ServedKind, version: Version | undefined): Promise<void> {
  if (version === undefined || !isDue(policyOf(version))) return
  const { metadata, spec } = policyOf(version)
  const expressionWarnings = await typeWarnings(spec, machinery.kinds)
  const status = {
    observedGeneration: metadata.generation,
    typeChecking: expressionWarnings.length === 0 ? {} : { expressionWarnings },
  }
  const configuration: Draft = {
    kind: kind.kind,
    apiVersion: apiVersionOf(kind),
    metadata: { name: metadata.name! },
    status,
  }
  await applyStatus(machinery, kind, version, configuration)
}

async function applyStatus(
  machinery: Machinery,
  kind: ServedKind,
  version: Version,
  configuration: Draft,
): Promise<void> {
  const { fields, clock } = machinery
  await fields.load?.(kind)
  const call = ownCall(machinery, kind, {
    verb: 'patch',
    namespace: '',
    name: version.key,
    subresource: 'status',
    user,
  })
  const writer = { manager, apiVersion: apiVersionOf(kind), subresource: 'status', force: true }
  await modify(call, version, {
    options: { isDryRun: false, fieldManager: manager, fieldValidation: 'Ignore', force: true },
    strategy: kind.subresources.get('status')!.view!.strategy,
    change: (live) => fields.apply(kind, live, configuration, { ...writer, time: timestamp(clock.now()) }),
  })
}
