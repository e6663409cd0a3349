/** The settings of a component. */
import type { Duration } from '@kubewright/core'
import type { Container, EnvVarSource, PodSpec, Probe, ResourceRequirements } from '@kubewright/kubernetes/core/v1'
import type { AbnormalityPolicy, ScalingPolicy, TuningPolicy } from './scaling/scaling-policy.ts'

/** Strings by name. */
export type Texts = Readonly<Record<string, string>>

/** The value of an environment variable: a string, a value from a component's Secret, or any `valueFrom` source. */
export type EnvValue = string | SecretValue | { readonly valueFrom: EnvVarSource }

/** Variables by name; `null` removes one that the defaults of the stack set. */
export type Env = Readonly<Record<string, EnvValue | null>>

/** A value from the Secret of a component in the same stack. */
export interface SecretValue {
  readonly '~secret': { readonly component: string; readonly key: string }
}

/** A value that is generated once per stack and then kept. */
export interface GeneratedValue {
  readonly '~generated': { readonly length: number; readonly alphabet: string }
}

/** A ConfigMap managed outside the stack: copied, restored when it changes, never owned. */
export interface PreservedConfig {
  readonly '~preserved': { readonly name: string }
  readonly path?: string | undefined
}

/** Files for a component, from a ConfigMap of its own. */
export interface FileConfig {
  readonly files: Texts
  /** The mount path of the files. @default a folder below /etc with the name of the component */
  readonly path?: string | undefined
}

/** The access modes of a volume. */
export type AccessMode = 'ReadOnlyMany' | 'ReadWriteMany' | 'ReadWriteOnce' | 'ReadWriteOncePod'

/** Persistent storage of a component. */
export interface Storage {
  /** The size of the claim, such as `10Gi`. Omitted for an existing claim. */
  readonly size?: string | undefined
  /** An existing claim. */
  readonly claim?: string | undefined
  /** The directory inside the volume. */
  readonly subPath?: string | undefined
  /** The mount path. @default '/data' */
  readonly path?: string | undefined
  readonly className?: string | undefined
  /** @default ['ReadWriteOnce'] */
  readonly accessModes?: readonly AccessMode[] | undefined
  /** Whether the claim is deleted with the stack. Claims of a StatefulSet are always kept. @default 'delete' */
  readonly onDelete?: 'delete' | 'keep' | undefined
}

/** How a component is reached from outside the cluster. */
export interface Exposure {
  readonly host?: string | undefined
  /** @default '/' */
  readonly path?: string | undefined
  /** The ingress class. */
  readonly className?: string | undefined
  readonly tlsSecretName?: string | undefined
  /** The Gateway that an HTTPRoute attaches to. */
  readonly gateway?: { readonly name: string; readonly namespace?: string | undefined } | undefined
  readonly annotations?: Texts | undefined
}

/** The readiness, liveness and startup probes of a container. */
export interface Probes {
  readonly readiness?: Probe | undefined
  readonly liveness?: Probe | undefined
  readonly startup?: Probe | undefined
}

/** A sidecar or init container. */
export interface ContainerSettings {
  readonly image: string
  readonly command?: readonly string[] | undefined
  readonly args?: readonly string[] | undefined
  readonly env?: Env | undefined
  readonly ports?: Readonly<Record<string, number>> | undefined
  /** Whether the component's storage is mounted here too. @default false */
  readonly sharesStorage?: boolean | undefined
  /** Whether the component's configuration is mounted here too. @default false */
  readonly sharesConfig?: boolean | undefined
  readonly resources?: ResourceRequirements | undefined
  readonly probes?: Probes | undefined
  /** Other fields of the container. */
  readonly container?: Partial<Container> | undefined
}

/** Defaults for every component of a stack. */
export interface ComponentDefaults {
  readonly labels?: Texts | undefined
  readonly annotations?: Texts | undefined
  readonly env?: Env | undefined
  /** @default 1 */
  readonly replicas?: number | undefined
  readonly resources?: ResourceRequirements | undefined
  /** @default Kubernetes' default for the tag */
  readonly imagePullPolicy?: 'Always' | 'IfNotPresent' | 'Never' | undefined
  readonly imagePullSecrets?: readonly string[] | undefined
  readonly serviceAccount?: string | undefined
  /**
   * How long a component that was ready and no longer is may recover on its own before its workload is replaced. Doubles with every
   * replacement, up to an hour.
   *
   * @default '5m'
   */
  readonly replaceAfter?: Duration | 'never' | undefined
  /** How long a component may take to become ready before it counts as crashed. @default '10m' */
  readonly startWithin?: Duration | undefined
  /** Allowed clients: all, or only the components that need this one. @default 'open' */
  readonly network?: 'open' | 'needed' | undefined
  /** Whether containers and variables that other clients added to the workload are removed. @default true */
  readonly removesAdditions?: boolean | undefined
  /** Other fields of the pod spec. */
  readonly pod?: Partial<PodSpec> | undefined
}

/** The settings of a component with a workload. */
export interface ComponentSettings<Need extends string = string> extends ComponentDefaults {
  readonly image: string
  /** Part of the names of its objects, `<stack>-<name>`. @default the key of the component */
  readonly name?: string | undefined
  readonly command?: readonly string[] | undefined
  readonly args?: readonly string[] | undefined
  /** The port it serves, named after the component. */
  readonly port?: number | undefined
  /** Additional ports by name. */
  readonly ports?: Readonly<Record<string, number>> | undefined
  readonly config?: FileConfig | PreservedConfig | undefined
  /** The values of its Secret, also set as variables of the main container. */
  readonly secrets?: Readonly<Record<string, string | GeneratedValue>> | undefined
  readonly storage?: Storage | undefined
  /** @default false */
  readonly expose?: boolean | Exposure | undefined
  /** @default 'Deployment' */
  readonly workload?: 'Deployment' | 'StatefulSet' | undefined
  /** @default readiness by a connection to `port` */
  readonly probes?: Probes | undefined
  /** Components that must be ready before this one starts. */
  readonly needs?: readonly Need[] | undefined
  readonly sidecars?: Readonly<Record<string, ContainerSettings>> | undefined
  /** Init containers, which must succeed before the component starts, in this order. */
  readonly init?: Readonly<Record<string, ContainerSettings>> | undefined
  /** The minimum number of available pods while nodes are drained. @default 1, if there are several replicas */
  readonly minAvailable?: number | string | undefined
  /** Replicas from a metric; `replicas` is the initial number. */
  readonly scaling?: ScalingPolicy | undefined
  /** Requests and limits from observed usage. */
  readonly tuning?: TuningPolicy | undefined
  /** Metrics whose outliers are reported. */
  readonly abnormalities?: readonly AbnormalityPolicy[] | undefined
  /** Other fields of the main container. */
  readonly container?: Partial<Container> | undefined
}
