/** Records an operator's actions on a test's cluster, as a trace that can be compared with a management protocol. */
import { deepEqual } from '@kubewright/core/json'
import type { GlobalState } from '@kubewright/protocol'
import type { Observation } from '@kubewright/protocol/conformance'
import type { Cluster } from '../cluster/cluster.ts'
import type { SettleOptions } from '../cluster/settle.ts'
import type { WitnessedWrite } from '../cluster/write-witness.ts'
import { viewOfClient } from './cluster-view.ts'
import { parseWrite, type Projection } from './projection.ts'

/** The observations in order; `rest` where the cluster was idle. */
export type ProtocolTrace<State extends GlobalState = GlobalState, Operation extends string = string> = readonly (
  | Observation<State, Operation>
  | 'rest'
)[]

/** A trace that grows until it is disposed. */
export interface TraceRecording<State extends GlobalState = GlobalState, Operation extends string = string>
  extends Disposable {
  /** The global state when the recording began. */
  readonly from: State
  /** The trace so far. */
  readonly trace: ProtocolTrace<State, Operation>
  /** Waits until the cluster is idle and records it: the operator should have reached its goal now. */
  settle(options?: SettleOptions): Promise<void>
}

/**
 * Records every write of every client of `cluster` with the global state after it. Writes of controllers that `cluster.run` started are
 * the operator's; all others are the environment's.
 */
export async function recordTrace<State extends GlobalState, Operation extends string>(
  cluster: Pick<Cluster, 'client' | 'settle' | 'witnessWrites'>,
  projection: Projection<State, Operation>,
): Promise<TraceRecording<State, Operation>> {
  const view = viewOfClient(cluster.client)
  const from = await projection.stateOf(view)
  const trace: (Observation<State, Operation> | 'rest')[] = []
  let last = from
  /** Records changes by the cluster itself, which are not writes of a client. */
  const catchUp = async () => {
    const state = await projection.stateOf(view)
    if (deepEqual(state, last)) return
    last = state
    trace.push({ by: 'environment', state })
  }
  const witness = cluster.witnessWrites({
    before: catchUp,
    async after({ by, call, isNew }: WitnessedWrite) {
      const write = by === 'operator' ? parseWrite(call, isNew) : undefined
      last = await projection.stateOf(view)
      const begins = write === undefined ? [] : projection.begins(write)
      trace.push({ by: by === 'operator' ? 'operator' : 'environment', state: last, begins, what: call })
    },
  })
  return {
    from,
    trace,
    async settle(options) {
      await cluster.settle(options)
      await catchUp()
      trace.push('rest')
    },
    [Symbol.dispose]: () => witness[Symbol.dispose](),
  }
}
