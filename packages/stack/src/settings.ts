/** What a component is declared with. */
import type { Duration } from '@kubewright/core'
import type { Container, EnvVarSource, PodSpec, Probe, ResourceRequirements } from '@kubewright/kubernetes/core/v1'
import type { AbnormalityPolicy, ScalingPolicy, TuningPolicy } from './scaling/scaling-policy.ts'

/** Texts by name. */
export type Texts = Readonly<Record<string, string>>

/** A value of an environment variable: text, a value of a Secret of a component, or anything a pod can refer to. */
export type EnvValue = string | SecretValue | { readonly valueFrom: EnvVarSource }

/** Variables by name; `null` leaves one out that the defaults of the stack set. */
export type Env = Readonly<Record<string, EnvValue | null>>

/** A value of the Secret of a component of the same stack. */
export interface SecretValue {
  readonly '~secret': { readonly component: string; readonly key: string }
}

/** A value that is generated once for each stack and then kept. */
export interface GeneratedValue {
  readonly '~generated': { readonly length: number; readonly alphabet: string }
}

/** A ConfigMap that somebody else wrote: copied, put back when it changes, never owned. */
export interface PreservedConfig {
  readonly '~preserved': { readonly name: string }
  readonly path?: string | undefined
}

/** Files that a component reads, from a ConfigMap of its own. */
export interface FileConfig {
  readonly files: Texts
  /** The mount path of the files. @default a folder below /etc with the name of the component */
  readonly path?: string | undefined
}

/** Who may use a volume at the same time. */
export type AccessMode = 'ReadOnlyMany' | 'ReadWriteMany' | 'ReadWriteOnce' | 'ReadWriteOncePod'

/** Where a component keeps data. */
export interface Storage {
  /** The size of the claim, as `10Gi`. Left out for a claim that is there already. */
  readonly size?: string | undefined
  /** A claim that somebody else made. */
  readonly claim?: string | undefined
  /** The directory inside the claim. */
  readonly subPath?: string | undefined
  /** Where it is mounted. @default '/data' */
  readonly path?: string | undefined
  readonly className?: string | undefined
  /** @default ['ReadWriteOnce'] */
  readonly accessModes?: readonly AccessMode[] | undefined
  /** What becomes of the claim when the stack is deleted. Those of a StatefulSet always stay. @default 'delete' */
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

export interface Probes {
  readonly readiness?: Probe | undefined
  readonly liveness?: Probe | undefined
  readonly startup?: Probe | undefined
}

/** A container beside, or before, the main one. */
export interface ContainerSettings {
  readonly image: string
  readonly command?: readonly string[] | undefined
  readonly args?: readonly string[] | undefined
  readonly env?: Env | undefined
  readonly ports?: Readonly<Record<string, number>> | undefined
  /** Whether the storage of the component is mounted here, too. @default false */
  readonly sharesStorage?: boolean | undefined
  /** Whether the configuration of the component is mounted here, too. @default false */
  readonly sharesConfig?: boolean | undefined
  readonly resources?: ResourceRequirements | undefined
  readonly probes?: Probes | undefined
  /** Anything else of the container. */
  readonly container?: Partial<Container> | undefined
}

/** What every component of a stack has unless it says otherwise. */
export interface ComponentDefaults {
  readonly labels?: Texts | undefined
  readonly annotations?: Texts | undefined
  readonly env?: Env | undefined
  /** @default 1 */
  readonly replicas?: number | undefined
  readonly resources?: ResourceRequirements | undefined
  /** @default what Kubernetes takes for the tag */
  readonly imagePullPolicy?: 'Always' | 'IfNotPresent' | 'Never' | undefined
  readonly imagePullSecrets?: readonly string[] | undefined
  readonly serviceAccount?: string | undefined
  /**
   * How long a component that was ready and no longer is may repair itself, before its workload is replaced. Doubles with
   * every replacement, up to an hour.
   *
   * @default '5m'
   */
  readonly replaceAfter?: Duration | 'never' | undefined
  /** How long a component may take to become ready before it counts as crashed. @default '10m' */
  readonly startWithin?: Duration | undefined
  /** Who may connect: everybody, or the components that need this one. @default 'open' */
  readonly network?: 'open' | 'needed' | undefined
  /** Whether containers and variables that somebody else added to the workload are removed. @default true */
  readonly removesAdditions?: boolean | undefined
  /** Anything else of the pods. */
  readonly pod?: Partial<PodSpec> | undefined
}

/** What a component consists of. */
export interface ComponentSettings<Need extends string = string> extends ComponentDefaults {
  readonly image: string
  /** Part of the names of its objects, `<stack>-<name>`. @default the key of the component */
  readonly name?: string | undefined
  readonly command?: readonly string[] | undefined
  readonly args?: readonly string[] | undefined
  /** The port it serves, named as the component. */
  readonly port?: number | undefined
  /** Further ports by name. */
  readonly ports?: Readonly<Record<string, number>> | undefined
  readonly config?: FileConfig | PreservedConfig | undefined
  /** Values of its Secret. They are variables of the main container, too. */
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
  /** Containers that must end well before the component starts, in this order. */
  readonly init?: Readonly<Record<string, ContainerSettings>> | undefined
  /** How many pods must stay when nodes are drained. @default 1, if there are several replicas */
  readonly minAvailable?: number | string | undefined
  /** Replicas from a metric; `replicas` is where it starts. */
  readonly scaling?: ScalingPolicy | undefined
  /** Requests and limits from what it uses. */
  readonly tuning?: TuningPolicy | undefined
  /** Metrics whose unusual values are told. */
  readonly abnormalities?: readonly AbnormalityPolicy[] | undefined
  /** Anything else of the main container. */
  readonly container?: Partial<Container> | undefined
}
