/** The nodes of a simulated cluster. */
import { type Duration, toMs } from '@kubewright/core'
import { nameProblems } from '@kubewright/core/object'
import type { Taint } from '@kubewright/kubernetes/core/v1'
import { simulationErrors } from '../errors.ts'

/** The number, labels, capacity and taints of the simulated nodes. */
export interface NodeOptions {
  /** The initial number of nodes: `node-1`, `node-2`, … @default 1 */
  readonly count?: number
  /** Labels of every node in addition to `kubernetes.io/hostname`, `kubernetes.io/os` and `kubernetes.io/arch`. */
  readonly labels?: Readonly<Record<string, string>>
  /** The capacity of a node. @default { cpu: '64', memory: '256Gi', 'ephemeral-storage': '1Ti', pods: '4000' } */
  readonly capacity?: Readonly<Record<string, string>>
  readonly taints?: readonly Taint[]
  /**
   * The heartbeat interval of a node. A lost node counts as unknown after 50 seconds, regardless of this interval.
   *
   * @default '10s'
   */
  readonly heartbeat?: Duration
}

export const defaultCapacity: Readonly<Record<string, string>> = {
  cpu: '64',
  memory: '256Gi',
  'ephemeral-storage': '1Ti',
  pods: '4000',
}

export const defaultHeartbeat: Duration = '10s'

/** The number of pod networks; see `podNetworkOf`. */
export const mostNodes = 2_000

/** Failure: `KW_SIMULATION_NODES` for invalid options. */
export function checkNodeOptions({ count = 1, heartbeat = defaultHeartbeat, labels = {} }: NodeOptions): void {
  if (!Number.isInteger(count) || count < 0 || count > mostNodes)
    throw refused(`count is ${count}`, `Give a whole number from 0 to ${mostNodes}.`)
  if (toMs(heartbeat) < 1_000) throw refused(`heartbeat is ${heartbeat}`, 'Give a second or more.')
  for (const key of Object.keys(labels))
    if (nameProblems('qualifiedName', key).length > 0)
      throw refused(
        `${JSON.stringify(key)} is not a valid label key`,
        'Use a key that `kubectl label` accepts, such as `example.dev/zone`.',
      )
}

function refused(why: string, next: string): Error {
  return simulationErrors('KW_SIMULATION_NODES', { what: 'simulate nodes', why, next })
}
