/** The progress of an exploration, reduced from its messages. Pure. */
import type {
  ExplorationProgress,
  ExplorationRequest,
  ExplorationResult,
  ExplorationRunEntry,
  StrategyProgress,
} from './exploration.ts'

export function begun(request: ExplorationRequest, at: number): ExplorationRunEntry {
  return { request, state: 'running', startedAt: at, runs: 0, faults: 0, failures: 0, strategies: [] }
}

/** One message is sent after each plan, so the number of messages is the number of plans played. */
export function progressed(run: ExplorationRunEntry, progress: ExplorationProgress): ExplorationRunEntry {
  if (run.endedAt !== undefined) return run
  const { strategy, runs, plans, faults, failures } = progress
  const known = run.strategies.find(({ name }) => name === strategy)
  const played = (known?.played ?? 0) + 1
  const next: StrategyProgress = { name: strategy, played, plans: Math.max(plans, played) }
  const strategies =
    known === undefined ? [...run.strategies, next] : run.strategies.map((one) => (one === known ? next : one))
  return { ...run, runs, faults, failures, strategies }
}

export function stopping(run: ExplorationRunEntry): ExplorationRunEntry {
  return run.state === 'running' ? { ...run, state: 'stopping' } : run
}

export function ended(run: ExplorationRunEntry, result: ExplorationResult, at: number): ExplorationRunEntry {
  const { seed, runs, truncated, failures } = result
  return {
    ...run,
    state: run.state === 'stopping' ? 'stopped' : 'done',
    endedAt: at,
    runs,
    failures: failures.length,
    ...(seed === undefined ? {} : { seed }),
    ...(truncated === undefined ? {} : { truncated }),
  }
}

/** An exploration that was stopped before it had results has not failed. */
export function broken(run: ExplorationRunEntry, problem: string, at: number): ExplorationRunEntry {
  return run.state === 'stopping'
    ? { ...run, state: 'stopped', endedAt: at }
    : { ...run, state: 'failed', endedAt: at, problem }
}
