/** Probes one container as long as it runs: first its startup, then its readiness and liveness. */
import { type Clock, sleep } from '@kubewright/core'
import { deadline } from '@kubewright/core/time'
import type { Probe } from '@kubewright/kubernetes/core/v1'
import { attempt, type ProbeTarget } from './probe-action.ts'
import { probed, type ProbeState, unprobed } from './probe-state.ts'

export interface ProbedState {
  readonly isStarted: boolean
  readonly isReady: boolean
}

export interface ProberOptions {
  readonly clock: Clock
  readonly target: ProbeTarget
  readonly signal: AbortSignal
  /** Called when its startup or readiness changes. */
  readonly onChange: (state: ProbedState) => void
  /** Called when an attempt fails. */
  readonly onFailure: (kind: 'Startup' | 'Readiness' | 'Liveness', why: string) => void
  /** Called when the container has to be restarted. */
  readonly onDeath: (kind: 'startup' | 'liveness', probe: Probe) => void
}

/** Resolves once the signal is aborted. */
export async function probeContainer(options: ProberOptions): Promise<void> {
  const { startupProbe, readinessProbe, livenessProbe } = options.target.container
  const { signal, onChange, onDeath } = options
  try {
    if (startupProbe !== undefined) {
      const hasStarted = await untilStarted(startupProbe, options)
      if (!hasStarted) return onDeath('startup', startupProbe)
    }
    onChange({ isStarted: true, isReady: readinessProbe === undefined })
    await Promise.all([
      readinessProbe &&
        repeat('Readiness', readinessProbe, options, ({ verdict }) => {
          onChange({ isStarted: true, isReady: verdict === true })
          return true
        }),
      livenessProbe &&
        repeat('Liveness', livenessProbe, options, ({ verdict }) => {
          if (verdict === false) onDeath('liveness', livenessProbe)
          return verdict !== false
        }),
    ])
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

async function untilStarted(probe: Probe, options: ProberOptions): Promise<boolean> {
  const state = await repeat('Startup', probe, options, ({ verdict }) => verdict === undefined)
  return state.verdict === true
}

type Kind = 'Startup' | 'Readiness' | 'Liveness'

/** Repeats until `goesOn` returns false. Rejects when the signal is aborted. */
async function repeat(
  kind: Kind,
  probe: Probe,
  options: ProberOptions,
  goesOn: (state: ProbeState) => boolean,
): Promise<ProbeState> {
  const { clock, signal } = options
  await sleep(clock, (probe.initialDelaySeconds ?? 0) * 1_000, signal)
  for (let state = unprobed; ; await sleep(clock, (probe.periodSeconds ?? 10) * 1_000, signal)) {
    state = probed(state, await attemptOnce(kind, probe, options), probe)
    if (!goesOn(state)) return state
  }
}

async function attemptOnce(
  kind: Kind,
  probe: Probe,
  { clock, target, signal, onFailure }: ProberOptions,
): Promise<boolean> {
  const timeoutSeconds = probe.timeoutSeconds ?? 1
  const late = () => new Error(`probe timed out after ${timeoutSeconds}s`)
  using limit = deadline(clock, timeoutSeconds * 1_000, late, signal)
  const result = await attempt(probe, target, limit.signal)
  signal.throwIfAborted()
  if (!result.isWell) onFailure(kind, limit.signal.aborted ? late().message : result.why)
  return result.isWell
}
