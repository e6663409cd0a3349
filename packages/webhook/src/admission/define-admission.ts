/**
 * `defineAdmission`: rules of a kind that a schema cannot express, as pure typed functions.
 *
 * @example
 * ```ts
 * import { Pod } from '@kubewright/kubernetes'
 *
 * const pods = defineAdmission({
 *   for: Pod,
 *   name: 'pods.policy.example.dev',
 *   fill: (pod) => (pod.spec.priorityClassName ? {} : { spec: { priorityClassName: 'usual' } }),
 *   validate: {
 *     create: (pod) => (pod.spec.hostNetwork ? [problem('spec.hostNetwork', 'is for the system alone')] : []),
 *   },
 * })
 * pods.operations // => { fill: ['CREATE', 'UPDATE'], validate: ['CREATE'] }
 * ```
 */
import { type Duration, toMs } from '@kubewright/core'
import type { JsonObject } from '@kubewright/core/json'
import { isValidName } from '@kubewright/core/object'
import type { Resource } from '@kubewright/resource'
import { webhookErrors } from '../errors.ts'
import { assertAdmissionForm } from './admission-form.ts'
import type {
  Admission,
  AdmissionFunctions,
  AdmissionScope,
  FailurePolicy,
  Findings,
  ValidateFunction,
} from './admission.ts'
import type { AdmissionCall, Admitted, FilledPart, Operation } from './admitted.ts'

/** Options of `defineAdmission`. */
export interface AdmissionOptions<R extends Resource, Subresource extends string = never> extends AdmissionScope {
  /** The kind or kinds. Objects are passed in this version, whichever version they are written in. */
  readonly for: R | readonly R[]
  /** Writes of these subresources instead of writes of the objects themselves. */
  readonly subresource?: Subresource | readonly Subresource[]
  /**
   * A domain name of three or more labels.
   *
   * @default the kind and its group, if that is one: `website.web.example.dev`
   */
  readonly name?: string
  /** Returns the fields to fill in, on every create and update. Only the return value counts; nothing is mutated. */
  fill?(
    object: Admitted<R, Subresource>,
    call: AdmissionCall,
  ): FilledPart<R, Subresource> | Promise<FilledPart<R, Subresource>>
  /** Each returns its findings; an empty list admits the write. Called with the object to be stored, after all mutations. */
  readonly validate?: {
    create?(object: Admitted<R, Subresource>, call: AdmissionCall): Findings | Promise<Findings>
    update?(
      next: Admitted<R, Subresource>,
      previous: Admitted<R, Subresource>,
      call: AdmissionCall,
    ): Findings | Promise<Findings>
    /** Called with the last known object. */
    delete?(object: Admitted<R, Subresource>, call: AdmissionCall): Findings | Promise<Findings>
  }
  /**
   * What happens to a write when a function throws, exceeds the timeout, or cannot be reached: `Ignore` lets it proceed, with
   * a warning if possible.
   *
   * @default 'Fail'
   */
  readonly failurePolicy?: FailurePolicy
  /** How long the API server waits for each response: from 1 to 30 seconds. @default '10s' */
  readonly timeout?: Duration
}

/** Failure: `KW_WEBHOOK_DEFINITION`. */
export function defineAdmission<R extends Resource, const Subresource extends string = never>(
  options: AdmissionOptions<R, Subresource>,
): Admission {
  assertAdmissionForm(options)
  const resources = [options.for].flat() as readonly R[]
  const name = options.name ?? nameOf(resources)
  const functions = functionsOf(options as unknown as ErasedOptions)
  const { namespaceSelector, objectSelector, matchConditions } = options
  const admission: Admission = {
    type: 'admission',
    name,
    resources,
    subresources: options.subresource === undefined ? [] : [options.subresource].flat(),
    failurePolicy: options.failurePolicy ?? 'Fail',
    timeoutSeconds: Math.ceil(toMs(options.timeout ?? '10s') / 1_000),
    operations: {
      fill: functions.fill === undefined ? [] : ['CREATE', 'UPDATE'],
      validate: Object.keys(functions.validate) as Operation[],
    },
    functions,
    ...(namespaceSelector === undefined ? {} : { namespaceSelector }),
    ...(objectSelector === undefined ? {} : { objectSelector }),
    ...(matchConditions === undefined ? {} : { matchConditions }),
  }
  check(admission)
  return admission
}

/** The same with erased types: only the API server knows the types of the objects in a review. */
interface ErasedOptions {
  fill?(object: JsonObject, call: AdmissionCall): unknown
  readonly validate?: {
    create?(object: JsonObject, call: AdmissionCall): Findings | Promise<Findings>
    update?(next: JsonObject, previous: JsonObject, call: AdmissionCall): Findings | Promise<Findings>
    delete?(object: JsonObject, call: AdmissionCall): Findings | Promise<Findings>
  }
}

/** Called on the original objects, so that they may be methods. */
function functionsOf(options: ErasedOptions): AdmissionFunctions {
  const { validate } = options
  const byOperation: Partial<Record<Operation, ValidateFunction>> = {}
  if (validate?.create) byOperation.CREATE = ({ object }, call) => validate.create!(object!, call)
  if (validate?.update) byOperation.UPDATE = ({ object, previous }, call) => validate.update!(object!, previous!, call)
  if (validate?.delete) byOperation.DELETE = ({ previous }, call) => validate.delete!(previous!, call)
  return {
    fill: options.fill === undefined ? undefined : (object, call) => options.fill!(object, call),
    validate: byOperation,
  }
}

function nameOf(resources: readonly Resource[]): string {
  const [resource, ...others] = resources
  if (resource === undefined) throw refuse('an admission', 'it has no kind', 'Set `for`, such as `for: Website`.')
  if (others.length > 0) {
    throw refuse(`an admission for ${kindsOf(resources)}`, 'it has no name', "Give it a `name`: 'policy.example.dev'.")
  }
  return `${resource.singular}.${resource.group}`
}

function check({ name, operations, resources, subresources, timeoutSeconds }: Admission): void {
  const what = `the admission ${name}`
  if (name.split('.').length < 3 || !isValidName('dns1123Subdomain', name)) {
    const why = `${JSON.stringify(name)} is not a domain name of at least three parts, which the API server requires`
    throw refuse(what, why, "Give it a `name` of yours: 'pods.policy.example.dev'.")
  }
  if (operations.fill.length + operations.validate.length === 0) {
    throw refuse(
      what,
      'it has neither `fill` nor a function in `validate`',
      'Add one of them, such as `validate: { create: (object) => [] }`.',
    )
  }
  if (timeoutSeconds < 1 || timeoutSeconds > 30) {
    throw refuse(what, `its timeout is ${timeoutSeconds}s`, 'Use a timeout from 1 to 30 seconds.')
  }
  for (const resource of resources) {
    const unknown = subresources.find((one) => !resource.subresources.includes(one))
    if (unknown === undefined) continue
    const served = resource.subresources.join(', ') || 'none'
    throw refuse(what, `${resource.kind} has no subresource ${unknown}`, `It has: ${served}.`)
  }
}

function kindsOf(resources: readonly Resource[]): string {
  return resources.map(({ kind }) => kind).join(', ')
}

function refuse(what: string, why: string, next: string): Error {
  return webhookErrors('KW_WEBHOOK_DEFINITION', { what: `define ${what}`, why, next })
}
