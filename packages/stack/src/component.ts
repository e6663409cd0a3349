/**
 * The components of a stack: workloads, shared volumes, and objects of other operators.
 *
 * Declaring one has no side effects. `objectsOf` returns its objects.
 */
import type { Duration } from '@kubewright/core'
import type { Manifest, ObjectOf, Resource } from '@kubewright/resource'
import { assertComponent } from './component-problems.ts'
import type { ComponentSettings, GeneratedValue, PreservedConfig, SecretValue, Storage } from './settings.ts'

/** A component. `Need` are the names of the components it needs. */
export type Component<Need extends string = string> =
  | WorkloadComponent<Need>
  | VolumeComponent<Need>
  | CascadeComponent<Need>

/** A Deployment or StatefulSet, and its dependent objects. */
export interface WorkloadComponent<Need extends string = string> {
  readonly type: 'workload'
  readonly needs: readonly Need[]
  readonly settings: ComponentSettings<Need>
}

/** A claim shared by several components. */
export interface VolumeComponent<Need extends string = string> {
  readonly type: 'volume'
  readonly needs: readonly Need[]
  readonly storage: Storage
}

/** An object of another operator; its readiness is read from its conditions. */
export interface CascadeComponent<Need extends string = string> {
  readonly type: 'cascade'
  readonly needs: readonly Need[]
  readonly manifest: Manifest
  readonly isReady: (object: never) => boolean
  readonly replaceAfter: Duration | 'never'
}

/**
 * Declares a component with a workload.
 *
 * @example
 * ```ts
 * const { type, needs } = component({ image: 'api:1', port: 8080, needs: ['db'] })
 * type // => 'workload'
 * needs // => ['db']
 * ```
 *
 * Failure: `KW_STACK_COMPONENT` for invalid settings.
 */
export function component<const Need extends string = never>(
  settings: ComponentSettings<Need>,
): WorkloadComponent<NoInfer<Need>> {
  assertComponent(settings)
  return { type: 'workload', needs: settings.needs ?? [], settings }
}

/**
 * Declares a claim shared by several components: `storage: { claim: 'data' }` mounts it. With a size it is created, without one it must
 * exist.
 */
export function volume<const Need extends string = never>(
  storage: Storage & { readonly needs?: readonly Need[] },
): VolumeComponent<NoInfer<Need>> {
  return { type: 'volume', needs: storage.needs ?? [], storage }
}

/** Options for a component that is an object of another operator. */
export interface CascadeOptions<R extends Resource, Need extends string> {
  readonly needs?: readonly Need[]
  /** @default the condition `Ready` is `True` for the present generation */
  readonly isReady?: (object: ObjectOf<R>) => boolean
  /** How long it may be unready before it is deleted and recreated. @default 'never' */
  readonly replaceAfter?: Duration | 'never'
}

/**
 * Declares a component managed by another operator: a database, or another stack. Its kind must be among `kinds` of the stack.
 */
export function cascade<R extends Resource, const Need extends string = never>(
  manifest: Manifest<R>,
  { needs = [], isReady, replaceAfter = 'never' }: CascadeOptions<R, Need> = {},
): CascadeComponent<NoInfer<Need>> {
  return {
    type: 'cascade',
    needs,
    manifest: manifest as Manifest,
    isReady: (isReady ?? hasReadyCondition) as CascadeComponent['isReady'],
    replaceAfter,
  }
}

interface Conditioned {
  readonly metadata: { readonly generation?: number | undefined }
  readonly status?: {
    readonly observedGeneration?: number | undefined
    readonly conditions?: readonly { readonly type: string; readonly status: string }[] | undefined
  }
}

function hasReadyCondition({ metadata, status }: Conditioned): boolean {
  const isCurrent = (status?.observedGeneration ?? metadata.generation) === metadata.generation
  return isCurrent && status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') === true
}

/** Letters and digits without look-alikes. */
const plainAlphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A value that is generated once, when the stack is created. */
export function generated({
  length = 32,
  alphabet = plainAlphabet,
}: {
  /** @default 32 */
  readonly length?: number
  readonly alphabet?: string
} = {}): GeneratedValue {
  return { '~generated': { length, alphabet } }
}

/** A value of a component's Secret, for the environment variables of another component. */
export function fromSecret(component: string, key: string): SecretValue {
  return { '~secret': { component, key } }
}

/**
 * A ConfigMap managed outside the stack, mounted as the configuration of a component. The stack keeps a copy, reverts edits, recreates
 * it when it is deleted, and leaves it in place when the stack is deleted.
 */
export function preserved(name: string, { path }: { readonly path?: string } = {}): PreservedConfig {
  return { '~preserved': { name }, path }
}
