/** Fails a test whose operator does not follow its management protocol. */
import { formatState, type GlobalState, type Topology } from '@kubewright/protocol'
import { type Deviation, followProtocol, type MonitorOptions } from '@kubewright/protocol/conformance'
import { testingErrors } from '../errors.ts'
import { listed } from '../cluster/listed.ts'
import type { ProtocolTrace, TraceRecording } from './record-trace.ts'

/** A recording, or the observations of one. */
export type Followed<State extends GlobalState, Operation extends string> =
  | Pick<TraceRecording<State, Operation>, 'from' | 'trace'>
  | ProtocolTrace<State, Operation>

/**
 * Fails unless every write of the trace is an enabled operation, and the goal is reached at every rest and at the end.
 *
 * Failure: `KW_TESTING_PROTOCOL` lists the deviations.
 */
export function assertFollows<State extends GlobalState, Operation extends string>(
  followed: Followed<State, Operation>,
  topology: Topology<State, Operation>,
  options: MonitorOptions<State> = {},
): void {
  const deviations = deviationsOf(followed, topology, options)
  if (deviations.length === 0) return
  throw testingErrors('KW_TESTING_PROTOCOL', {
    what: 'confirm that the operator follows its protocol',
    why: deviations.length === 1 ? 'it deviates once' : `it deviates ${deviations.length} times`,
    next: `Start with the first deviation.${linesOf(deviations)}`,
    details: { deviations },
  })
}

function deviationsOf<State extends GlobalState, Operation extends string>(
  followed: Followed<State, Operation>,
  topology: Topology<State, Operation>,
  options: MonitorOptions<State>,
): readonly Deviation[] {
  return 'trace' in followed
    ? followProtocol(topology, followed.trace, { from: followed.from, ...options })
    : followProtocol(topology, followed, options)
}

function linesOf(deviations: readonly Deviation[]): string {
  return listed(
    'Deviations',
    deviations.map(({ message, what, state }) => {
      const write = what === undefined || what === '' ? '' : `"${what}": `
      return `${write}${message}, in ${formatState(state)}`
    }),
  )
}

/**
 * For Vitest and Jest: `expect.extend(protocolMatchers)`, then `expect(recording).toFollow(topology, { goal })`. For their types:
 * `declare module 'vitest' { interface Matchers<T> extends ProtocolMatchers<T> {} }`.
 */
export const protocolMatchers = {
  toFollow<State extends GlobalState, Operation extends string>(
    followed: Followed<State, Operation>,
    topology: Topology<State, Operation>,
    options: MonitorOptions<State> = {},
  ): { pass: boolean; message: () => string } {
    const deviations = deviationsOf(followed, topology, options)
    return {
      pass: deviations.length === 0,
      message: () =>
        deviations.length === 0
          ? 'the operator was expected to deviate from its protocol, and follows it'
          : `the operator does not follow its protocol${linesOf(deviations)}`,
    }
  },
}

/** The types of `protocolMatchers`. */
export interface ProtocolMatchers<Result = unknown> {
  toFollow<State extends GlobalState, Operation extends string>(
    topology: Topology<State, Operation>,
    options?: MonitorOptions<State>,
  ): Result
}
