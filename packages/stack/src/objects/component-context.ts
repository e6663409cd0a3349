/** What the objects of a component depend on beside the component itself. Plain data, so that a test can write it down. */
import { getOwn, nameProblems } from '@kubewright/core'
import type { ResourceRequirements } from '@kubewright/kubernetes/core/v1'
import { mergeMaps } from '../defaults.ts'
import { stackErrors } from '../errors.ts'
import { componentLabel, stackLabel } from '../names.ts'
import type { ComponentDefaults, Texts } from '../settings.ts'

/** Which kind of object leads from outside the cluster to a component. */
export type ExposureKind = 'ingress' | 'gateway' | 'openshift'

export interface ComponentContext {
  /** The name of the stack's object. */
  readonly stack: string
  readonly namespace: string
  /** The key of the component. */
  readonly component: string
  readonly defaults?: ComponentDefaults | undefined
  /** Names of the components of the stack that differ from their keys, by key. */
  readonly names?: Texts | undefined
  /** The components that need this one. @default nobody is known to */
  readonly neededBy?: readonly string[] | undefined
  /** @default 'ingress' */
  readonly exposure?: ExposureKind | undefined
  /** Values of the component's Secret that were generated. One that is missing leaves the Secret out. */
  readonly generated?: Texts | undefined
  /** A digest of a preserved ConfigMap, if it is known. */
  readonly configDigest?: string | undefined
  /** The version of the component, noted on its workload. */
  readonly version?: string | undefined
  /** Decided by a scaling policy; goes before the settings. */
  readonly replicas?: number | undefined
  /** Decided by a tuning policy; goes before the settings. */
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

/** What selects the pods of a component. Part of immutable fields, so nothing a user chooses goes in. */
export function selectorOf({
  stack,
  component,
}: Pick<ComponentContext, 'stack' | 'component'>): Record<string, string> {
  return { [stackLabel]: stack, [componentLabel]: component }
}

/** Labels and annotations of an object of a component. Those of the stack cannot be overruled. */
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
