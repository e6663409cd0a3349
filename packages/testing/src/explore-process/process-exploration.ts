/** Options of an exploration whose operator is its own process, in any language. */
import type { Duration } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import type { Definable } from '../cluster/cluster.ts'
import type { IgnoredField, Invariant } from '../explore/definition/exploration.ts'
import type { ScenarioUser } from '../explore/definition/scenario-user.ts'

/** The subject of a process exploration: the command, the user's scenario and the properties that must hold. */
export interface ProcessExploration {
  /**
   * The command that starts the operator: a shell command line, or a program and its arguments. The environment variable `KUBECONFIG` has
   * the path of a kubeconfig for the server, in JSON, which is valid YAML.
   */
  readonly command: string | readonly string[]
  /** The working directory of the command. @default the working directory */
  readonly cwd?: string
  /** Added to the environment of the current process. */
  readonly environment?: Readonly<Record<string, string>>
  /** Custom resources to install. */
  readonly resources?: readonly Definable[]
  /** The actions of the user. After each step the exploration waits until the cluster is idle, unless the plan says otherwise. */
  readonly scenario: (user: ScenarioUser) => Promise<void>
  /** Checked after every change. */
  readonly invariants?: readonly Invariant[]
  /** Kinds of the operator's objects that may remain after all objects of the user are deleted. @default none */
  readonly keeps?: readonly Resource[]
  /**
   * Fields that may differ from the run without faults, including their subfields: `status.lastSeen`. A key that contains dots stands in
   * brackets: `metadata.annotations["example.dev/seen"]`. For the objects of one kind: `{ kind: ConfigMap, path: 'data.seen' }`.
   *
   * @default none
   */
  readonly ignore?: readonly IgnoredField[]
  /** The cluster is idle after this long without a change: more than the operator takes to react. @default '1s' */
  readonly quiet?: Duration
  /** The time the operator has to reach the state of the run without faults: more than its longest back-off. @default '20s' */
  readonly patience?: Duration
}
