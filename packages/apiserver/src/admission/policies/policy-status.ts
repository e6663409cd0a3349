/**
 * Keeps the status of ValidatingAdmissionPolicies: what is odd about their expressions, for those who wrote them. In a
 * cluster the controller manager does this; a server that runs without one can do it by itself.
 *
 * Nothing happens in the turn in which a policy was written, and nothing depends on it: a policy works as it is.
 */
import type { ValidatingAdmissionPolicy } from '@kubewright/kubernetes/admissionregistration/v1'
import { serviceAccountGroups, serviceAccountUser, type User, withAuthenticated } from '../../auth/user.ts'
import { TaskList } from '../../following/task-list.ts'
import { apiVersionOf, type ServedKind } from '../../kinds/served-kind.ts'
import { type Draft, draftOf } from '../../object/draft.ts'
import { StatusError } from '../../status/status.ts'
import type { Version } from '../../storage/version.ts'
import { type Machinery, timestamp } from '../../verbs/call.ts'
import { modify } from '../../verbs/modify.ts'
import { ownCall } from '../../verbs/own-call.ts'
import { typeWarnings } from './type-checking.ts'

const manager = 'validatingadmissionpolicy-status'
const account = { namespace: 'kube-system', name: 'validatingadmissionpolicy-status-controller' }
const user: User = withAuthenticated({
  name: serviceAccountUser(account),
  groups: serviceAccountGroups(account.namespace),
})

export interface PolicyStatusOptions {
  /** Hears of failures that are the server's own faults. */
  readonly report: (error: unknown) => void
}

/** Starts with what is there. Disposing it waits for the policy at hand. */
export function startPolicyStatus(machinery: Machinery, { report }: PolicyStatusOptions): AsyncDisposable {
  const kind = machinery.kinds.find('admissionregistration.k8s.io', 'v1', 'validatingadmissionpolicies')!
  const policies = machinery.store.collection(kind.storage.collection)
  const tasks = new TaskList(async (name) => {
    try {
      await check(machinery, kind, policies.read(name))
    } catch (error) {
      // Changed or gone meanwhile: the change itself calls for another look.
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
