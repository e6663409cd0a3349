/** Which nodes a simulated cluster has. */
import { type Duration, nameProblems, toMs } from '@kubewright/core'
import type { Taint } from '@kubewright/kubernetes/core/v1'
import { simulationErrors } from '../errors.ts'

export interface NodeOptions {
  /** How many there are at first: `node-1`, `node-2`, … @default 1 */
  readonly count?: number
  /** What every node has beside `kubernetes.io/hostname`, `kubernetes.io/os` and `kubernetes.io/arch`. */
  readonly labels?: Readonly<Record<string, string>>
  /** What a node has to give. @default { cpu: '64', memory: '256Gi', 'ephemeral-storage': '1Ti', pods: '4000' } */
  readonly capacity?: Readonly<Record<string, string>>
  readonly taints?: readonly Taint[]
  /**
   * How often a node says that it is alive. A node that is lost says so no more, and counts as unknown 50 seconds later,
   * however rare its heartbeats were.
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

/** As many networks for pods as there are; see `podNetworkOf`. */
export const mostNodes = 2_000

/** Failure: `KW_SIMULATION_NODES` for options that cannot be. */
export function checkNodeOptions({ count = 1, heartbeat = defaultHeartbeat, labels = {} }: NodeOptions): void {
  if (!Number.isInteger(count) || count < 0 || count > mostNodes)
    throw refused(`count is ${count}`, `Give a whole number from 0 to ${mostNodes}.`)
  if (toMs(heartbeat) < 1_000) throw refused(`heartbeat is ${heartbeat}`, 'Give a second or more.')
  for (const key of Object.keys(labels))
    if (nameProblems('qualifiedName', key).length > 0)
      throw refused(`the label ${JSON.stringify(key)} is not one`, 'Name it as `kubectl label` would take it.')
}

function refused(why: string, next: string): Error {
  return simulationErrors('KW_SIMULATION_NODES', { what: 'simulate nodes', why, next })
}
