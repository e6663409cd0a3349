/** The inputs of a component's objects besides the component itself. Plain data, so that a test can construct it. */
import { getOwn } from '@kubewright/core/json'
import { nameProblems } from '@kubewright/core/object'
import type { ResourceRequirements } from '@kubewright/kubernetes/core/v1'
import { mergeMaps } from '../defaults.ts'
import { stackErrors } from '../errors.ts'
import { componentLabel, stackLabel } from '../names.ts'
import type { ComponentDefaults, Texts } from '../settings.ts'

/** The kind of object that exposes a component outside the cluster. */
export type ExposureKind = 'ingress' | 'gateway' | 'openshift'

/** The inputs of a component's objects besides its settings: names, defaults, generated values and policy results. */
export interface ComponentContext {
  /** The name of the stack's object. */
  readonly stack: string
  readonly namespace: string
  /** The key of the component. */
  readonly component: string
  readonly defaults?: ComponentDefaults | undefined
  /** Names of components that differ from their keys, by key. */
  readonly names?: Texts | undefined
  /** The components that need this one. @default none */
  readonly neededBy?: readonly string[] | undefined
  /** @default 'ingress' */
  readonly exposure?: ExposureKind | undefined
  /** Generated values of the component's Secret. The Secret is omitted if one is missing. */
  readonly generated?: Texts | undefined
  /** A digest of a preserved ConfigMap, if it is known. */
  readonly configDigest?: string | undefined
  /** The version of the component, recorded on its workload. */
  readonly version?: string | undefined
  /** Set by a scaling policy; overrides the settings. */
  readonly replicas?: number | undefined
  /** Set by a tuning policy; overrides the settings. */
  readonly resources?: ResourceRequirements | undefined
}

/** The name of the objects of a component: `<stack>-<component>`. */
export function objectName({
  stack,
  component,
  names,
}: Pick<ComponentContext, 'stack' | 'component' | 'names'>): string {
  const name = `${stack}-${getOwn(names, component) ?? component}`
  const [problem] = nameProblems('dns1035Label', name)
  if (problem === undefined) return name
  throw stackErrors('KW_STACK_COMPONENT', {
    what: `name the objects of the component ${JSON.stringify(component)} of ${stack}`,
    why: `${JSON.stringify(name)} is not the name of a Service: ${problem}`,
    next: 'Choose shorter names, of lower-case letters, digits and dashes.',
  })
}

/** The pod selector of a component. Part of immutable fields, so it contains no user-defined labels. */
export function selectorOf({
  stack,
  component,
}: Pick<ComponentContext, 'stack' | 'component'>): Record<string, string> {
  return { [stackLabel]: stack, [componentLabel]: component }
}

/** Labels and annotations of a component's object. The stack's own cannot be overridden. */
export function metadataOf(
  context: ComponentContext,
  { labels, annotations }: { readonly labels?: Texts | undefined; readonly annotations?: Texts | undefined },
  name = objectName(context),
) {
  const own = {
    ...selectorOf(context),
    'app.kubernetes.io/name': context.component,
    'app.kubernetes.io/instance': context.stack,
    'app.kubernetes.io/component': context.component,
  }
  return {
    name,
    namespace: context.namespace,
    labels: mergeMaps(labels, own),
    ...(annotations && Object.keys(annotations).length > 0 ? { annotations } : {}),
  }
}
