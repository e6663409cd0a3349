/** Policies that may refuse a write: ValidatingAdmissionPolicy and its bindings. */
import { getOwn } from '@kubewright/core/json'
import type { ServedKind } from '../../kinds/served-kind.ts'
import { forbidden } from '../../status/failures.ts'
import { StatusError } from '../../status/status.ts'
import type { AdmissionPlugin, Attributes } from '../../kinds/admission.ts'
import type { MatchDependencies } from '../matching/dependencies.ts'
import { isExemptFromPolicies } from '../matching/exempt.ts'
import { findMatch } from '../matching/match.ts'
import { ShownObjects } from '../matching/shown-objects.ts'
import { annotate } from '../webhooks/audit.ts'
import { activator } from './activator.ts'
import { judge, type Judgement, type Refusal } from './judgement.ts'
import { ConfigurationProblem, findParamKind, findParams } from './params.ts'
import { type Binding, type Bound, policySource } from './policy-source.ts'
import { compileValidatingPolicy, type ValidatingPolicy } from './validating-policy.ts'
import { shownName } from './shown-name.ts'

const group = 'admissionregistration.k8s.io'

export function validatingPolicies(dependencies: MatchDependencies): AdmissionPlugin {
  const { collection } = dependencies
  const source = policySource(
    collection(group, 'validatingadmissionpolicies'),
    collection(group, 'validatingadmissionpolicybindings'),
    compileValidatingPolicy,
  )
  return {
    name: 'ValidatingAdmissionPolicy',
    async validate(attributes) {
      const bound = isExemptFromPolicies(attributes) ? [] : source()
      if (bound.length > 0) await new Validation(attributes, dependencies).by(bound)
    },
  }
}

/** A refusal, and the policy and binding it comes from. */
interface Denial {
  readonly policy: string
  /** `undefined` if the policy itself is misconfigured. */
  readonly binding: string | undefined
  readonly message: string
  readonly reason: string
}

/** Evaluates all policies against one write. */
class Validation {
  readonly #attributes: Attributes
  readonly #dependencies: MatchDependencies
  readonly #objects: ShownObjects
  readonly #denials: Denial[] = []
  #hasNotedFailure = false

  constructor(attributes: Attributes, dependencies: MatchDependencies) {
    this.#attributes = attributes
    this.#dependencies = dependencies
    this.#objects = new ShownObjects(attributes)
  }

  /** Failure: throws the first denial, after all policies have been evaluated. */
  async by(policies: readonly Bound<ValidatingPolicy>[]): Promise<void> {
    for (const bound of policies) await this.#byPolicy(bound)
    const [first] = this.#denials
    if (first !== undefined) throw refusal(this.#attributes, first)
  }

  async #byPolicy({ policy, bindings }: Bound<ValidatingPolicy>): Promise<void> {
    const version = findMatch(policy.criteria, this.#attributes, this.#dependencies)
    if (version === undefined) return
    const notes = new Map<string, string[]>()
    await this.#configured(policy, undefined, async () => {
      const paramKind = findParamKind(policy.paramKind, this.#dependencies)
      for (const binding of bindings) {
        await this.#configured(policy, binding, () => this.#byBinding({ policy, binding, version, paramKind, notes }))
      }
    })
    for (const [key, values] of notes) annotate(this.#attributes, `${policy.name}/${key}`, values.join(', '))
  }

  /** A misconfiguration refuses the write, unless the failure policy is `Ignore`. */
  async #configured(policy: ValidatingPolicy, binding: Binding | undefined, run: () => Promise<void>): Promise<void> {
    try {
      await run()
    } catch (error) {
      if (!(error instanceof ConfigurationProblem)) throw error
      if (policy.failurePolicy === 'Ignore') return
      const message = `failed to configure ${binding === undefined ? 'policy' : 'binding'}: ${error.message}`
      this.#denials.push({ policy: policy.name, binding: binding?.name, message, reason: '' })
    }
  }

  async #byBinding({ policy, binding, version, paramKind, notes }: Applying): Promise<void> {
    const [attributes, dependencies] = [this.#attributes, this.#dependencies]
    if (binding.criteria !== undefined && findMatch(binding.criteria, attributes, dependencies) === undefined) return
    const params = await findParams(paramKind, binding.paramRef, attributes, dependencies)
    if (params.length === 0) return
    const shown = await this.#objects.in(version)
    const activate = activator({ attributes, version, shown, dependencies })
    const judgements = params.map((param) => judge(policy, activate(param)))
    for (const judgement of judgements) this.#carryOut(policy, binding, judgement, notes)
  }

  #carryOut(policy: ValidatingPolicy, binding: Binding, judgement: Judgement, notes: Map<string, string[]>): void {
    for (const refused of judgement.refusals) {
      for (const action of binding.actions) this.#act(action, policy, binding, refused)
    }
    for (const { message, reason } of judgement.brokenNotes) {
      this.#denials.push({ policy: policy.name, binding: binding.name, message, reason })
    }
    for (const [key, value] of judgement.notes) {
      const values = notes.get(key) ?? []
      notes.set(key, values.includes(value) ? values : [...values, value])
    }
  }

  #act(action: string, { name }: ValidatingPolicy, binding: Binding, { index, message, reason }: Refusal): void {
    if (action === 'Deny') this.#denials.push({ policy: name, binding: binding.name, message, reason })
    if (action === 'Warn') {
      this.#attributes.warn(
        `Validation failed for ValidatingAdmissionPolicy '${name}' with binding '${binding.name}': ${message}`,
      )
    }
    // Only the first failure is recorded: an audit annotation is never overwritten.
    if (action !== 'Audit' || this.#hasNotedFailure) return
    this.#hasNotedFailure = true
    const { actions: validationActions, policyName: policy } = binding
    const failure = { message, policy, binding: binding.name, expressionIndex: index, validationActions }
    annotate(this.#attributes, 'validation.policy.admission.k8s.io/validation_failure', JSON.stringify([failure]))
  }
}

interface Applying {
  readonly policy: ValidatingPolicy
  readonly binding: Binding
  readonly version: ServedKind
  readonly paramKind: ServedKind | undefined
  readonly notes: Map<string, string[]>
}

const codes: Readonly<Record<string, number>> = { Forbidden: 403, Unauthorized: 401, RequestEntityTooLarge: 413 }

function refusal(attributes: Attributes, { policy, binding, message, reason }: Denial): StatusError {
  const { kind } = attributes
  const by = binding === undefined ? `'${policy}'` : `'${policy}' with binding '${binding}'`
  const why = `ValidatingAdmissionPolicy ${by} denied request: ${message}`
  const plain = forbidden({ group: kind.group, resource: kind.plural }, shownName(attributes), why, [{ message: why }])
  return new StatusError(getOwn(codes, reason) ?? 422, reason || 'Invalid', plain.message, plain.status.details)
}
