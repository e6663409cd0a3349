/** Policies that may mutate a write: MutatingAdmissionPolicy and its bindings. They run before webhooks. */
import { deepEqual } from '@kubewright/core/json'
import type { ServedKind } from '../../kinds/served-kind.ts'
import type { Draft } from '../../object/draft.ts'
import { forbidden } from '../../status/failures.ts'
import { StatusError } from '../../status/status.ts'
import type { AdmissionPlugin, Attributes, Round } from '../../kinds/admission.ts'
import { judgeConditions } from '../expressions/match-conditions.ts'
import type { PolicyDependencies } from '../matching/dependencies.ts'
import { isExemptFromPolicies } from '../matching/exempt.ts'
import { findMatch } from '../matching/match.ts'
import { ShownObjects } from '../matching/shown-objects.ts'
import { accept } from '../matching/versioned.ts'
import { noteRewritten } from '../patching/rewritten.ts'
import { Reinvocation } from '../webhooks/reinvocation.ts'
import { activator } from './activator.ts'
import type { Activate } from './judgement.ts'
import { mutate } from './mutate.ts'
import { compileMutatingPolicy, type MutatingPolicy } from './mutating-policy.ts'
import { MutationProblem } from './mutation-problem.ts'
import { ConfigurationProblem, findParamKind, findParams } from './params.ts'
import { type Binding, type Bound, policySource } from './policy-source.ts'
import { shownName } from './shown-name.ts'

const group = 'admissionregistration.k8s.io'
const plugin = 'MutatingAdmissionPolicy'

export function mutatingPolicies(dependencies: PolicyDependencies): AdmissionPlugin {
  const { collection } = dependencies
  const source = policySource(
    collection(group, 'mutatingadmissionpolicies'),
    collection(group, 'mutatingadmissionpolicybindings'),
    compileMutatingPolicy,
  )
  return {
    name: plugin,
    async admit(attributes, round) {
      // A deletion has no object to mutate.
      const isExempt = attributes.operation === 'DELETE' || isExemptFromPolicies(attributes)
      const bound = isExempt ? [] : source()
      if (bound.length > 0) await new MutationRound(attributes, round, dependencies).by(bound)
    },
  }
}

/** A failure of a policy or of one of its bindings. */
interface Fault {
  readonly policy: MutatingPolicy
  readonly binding: string | undefined
  readonly message: string
  readonly reason: string
}

interface Invocation {
  readonly policy: MutatingPolicy
  readonly binding: Binding
  readonly version: ServedKind
  readonly param: Draft | null
}

/** One pass of all mutating policies over a write. */
class MutationRound {
  readonly #attributes: Attributes
  readonly #round: Round
  readonly #dependencies: PolicyDependencies
  readonly #objects: ShownObjects
  readonly #faults: Fault[] = []

  constructor(attributes: Attributes, round: Round, dependencies: PolicyDependencies) {
    this.#attributes = attributes
    this.#round = round
    this.#dependencies = dependencies
    this.#objects = new ShownObjects(attributes)
  }

  /** Failure: throws a Status with all faults, after all policies have run. */
  async by(policies: readonly Bound<MutatingPolicy>[]): Promise<void> {
    const invocations: Invocation[] = []
    for (const bound of policies) invocations.push(...(await this.#invocationsOf(bound)))
    if (invocations.length > 0) await this.#invokeAll(invocations)
    const serious = this.#faults.filter(({ policy }) => policy.failurePolicy === 'Fail')
    if (serious.length > 0) throw refusal(this.#attributes, serious)
  }

  async #invocationsOf({ policy, bindings }: Bound<MutatingPolicy>): Promise<readonly Invocation[]> {
    const version = findMatch(policy.criteria, this.#attributes, this.#dependencies)
    if (version === undefined) return []
    const found: Invocation[] = []
    await this.#noting(policy, undefined, async () => {
      const paramKind = findParamKind(policy.paramKind, this.#dependencies)
      for (const binding of bindings) {
        await this.#noting(policy, binding, async () => {
          const params = await this.#paramsFor(binding, paramKind)
          found.push(...params.map((param) => ({ policy, binding, version, param })))
        })
      }
    })
    return found
  }

  async #paramsFor({ criteria, paramRef }: Binding, paramKind: ServedKind | undefined) {
    const isMeant = criteria === undefined || findMatch(criteria, this.#attributes, this.#dependencies) !== undefined
    return isMeant ? findParams(paramKind, paramRef, this.#attributes, this.#dependencies) : []
  }

  async #noting(policy: MutatingPolicy, binding: Binding | undefined, run: () => Promise<void>): Promise<void> {
    try {
      await run()
    } catch (error) {
      if (!(error instanceof ConfigurationProblem)) throw error
      const message = `failed to configure ${binding === undefined ? 'policy' : 'binding'}: ${error.message}`
      this.#faults.push({ policy, binding: binding?.name, message, reason: '' })
    }
  }

  async #invokeAll(invocations: readonly Invocation[]): Promise<void> {
    const memory = Reinvocation.of(plugin, this.#round)
    memory.begin(this.#attributes.object, this.#round)
    let isRewritten = false
    try {
      for (const invocation of invocations) {
        const { didMutate, isChanged } = await this.#invoke(invocation, memory)
        isRewritten ||= didMutate
        if (isChanged) this.#noteChange(memory)
        if (didMutate && invocation.policy.isReinvocable) memory.noteAsked(idOf(invocation))
      }
      // Any mutation may change the input of the policies before it, which are then reinvoked.
      if (isRewritten) this.#noteChange(memory)
    } finally {
      memory.end(this.#attributes.object)
    }
  }

  #noteChange(memory: Reinvocation): void {
    memory.noteChange()
    this.#round.again()
  }

  async #invoke(invocation: Invocation, memory: Reinvocation) {
    const { policy, version, param } = invocation
    const before = await this.#objects.in(version)
    const activate = await this.#activatorFor(version)
    const conditions = () => activate(param)({ variables: policy.variables, hasAuthorizer: true })
    const verdict = judgeConditions(policy.conditions, conditions, policy.failurePolicy)
    if (typeof verdict === 'object') this.#note(invocation, verdict.error)
    if (verdict !== true || before.object === undefined || !memory.mayAsk(idOf(invocation), this.#round)) {
      return { didMutate: false, isChanged: false }
    }
    for (const mutation of policy.mutations) await this.#mutateBy(invocation, mutation)
    const after = await this.#objects.in(version)
    return { didMutate: true, isChanged: !deepEqual(before.object as never, after.object as never) }
  }

  async #activatorFor(version: ServedKind): Promise<(param: Draft | null) => Activate> {
    const shown = await this.#objects.in(version)
    return activator({ attributes: this.#attributes, version, shown, dependencies: this.#dependencies })
  }

  /** A failed mutation leaves the object unchanged; later mutations still run. */
  async #mutateBy(invocation: Invocation, mutation: MutatingPolicy['mutations'][number]): Promise<void> {
    const { policy, version, param } = invocation
    const [attributes, dependencies] = [this.#attributes, this.#dependencies]
    const { object } = await this.#objects.in(version)
    const activate = await this.#activatorFor(version)
    try {
      const activation = activate(param)({ variables: policy.variables, hasAuthorizer: true })
      const changed = await mutate(mutation, activation, { attributes, version, object: object!, dependencies })
      attributes.object = await accept(attributes, version, changed)
      noteRewritten(this.#round)
    } catch (error) {
      if (!(error instanceof MutationProblem)) throw error
      this.#note(invocation, error.message)
    }
  }

  #note({ policy, binding }: Invocation, message: string): void {
    this.#faults.push({ policy, binding: binding.name, message, reason: 'Invalid' })
  }
}

/** Identifies an invocation within one write. */
function idOf({ policy, binding, param }: Invocation): string {
  const { namespace = '', name = '' } = param?.metadata ?? {}
  return [policy.name, binding.name, namespace, name].join('/')
}

function refusal(attributes: Attributes, faults: readonly Fault[]): StatusError {
  const { kind } = attributes
  const messages = faults.map(({ policy, binding, message }) => {
    const by = binding === undefined ? JSON.stringify(policy.name) : `'${policy.name}' with binding '${binding}'`
    return `policy ${by} denied request: ${message}`
  })
  const causes = messages.map((message) => ({ message }))
  const plain = forbidden({ group: kind.group, resource: kind.plural }, shownName(attributes), '', causes)
  return new StatusError(403, faults[0]!.reason || 'Forbidden', messages[0]!, plain.status.details)
}
