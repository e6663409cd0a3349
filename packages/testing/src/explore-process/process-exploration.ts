/** What is explored when the operator is a process of its own, in whatever language. */
import type { Duration } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import type { Definable } from '../cluster.ts'
import type { Invariant } from '../explore/exploration.ts'
import type { ScenarioUser } from '../explore/scenario-user.ts'

export interface ProcessExploration {
  /**
   * What starts the operator: a line for the shell, or a program and its arguments. The environment variable `KUBECONFIG` names
   * a file, YAML that is also JSON, that leads to the server.
   */
  readonly command: string | readonly string[]
  /** Where it is started. @default the working directory */
  readonly cwd?: string
  /** Added to the environment of this process. */
  readonly environment?: Readonly<Record<string, string>>
  /** Custom resources that are installed. */
  readonly resources?: readonly Definable[]
  /** What the user does. After each step it is waited until all is quiet, unless a plan says otherwise. */
  readonly scenario: (user: ScenarioUser) => Promise<void>
  /** Asked after every change. */
  readonly invariants?: readonly Invariant[]
  /** Kinds of the operator's objects that may stay when everything the user declared is gone. @default none */
  readonly keeps?: readonly Resource[]
  /** Fields that may differ from the run without faults, with all that is in them: `status.lastSeen`. @default none */
  readonly ignore?: readonly string[]
  /** All is quiet when nothing has changed for so long: more than the operator takes to react. @default '1s' */
  readonly quiet?: Duration
  /** So long the operator has to come to where it is without faults: more than its longest pause before it tries again. @default '20s' */
  readonly patience?: Duration
}
