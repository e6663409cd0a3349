/** Runs one exploration in a child process, with its progress, its findings and a guaranteed end. */
import type { ChildProcess } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { relative } from 'node:path'
import type { Clock } from '@kubewright/core'
import { cliErrors } from '../errors.ts'
import { startOwnProcess } from '../project/own-process.ts'
import type { Terminal } from '../terminal/terminal.ts'
import type {
  ExplorationAnswer,
  ExplorationOrder,
  ExplorationProgress,
  ExplorationReport,
  ExplorationRequest,
} from './exploration-answer.ts'
import { answerIn } from './exploration-message.ts'
import { startWatchdog } from './watchdog.ts'

export interface ExplorationProcessOptions {
  readonly cwd: string
  readonly environment: Terminal['environment']
  readonly clock: Clock
  /** Ends the process at once, with everything it has started. */
  readonly signal: AbortSignal
  /** Ends the exploration after the current run. The findings so far are reported. */
  readonly stop?: AbortSignal
  /** Whether it runs with a lower priority, for a machine with other work. @default false */
  readonly isInBackground?: boolean
  /** The plan file, if one is replayed. */
  readonly plan?: string | undefined
  readonly onProgress: (progress: ExplorationProgress) => void
  /** Called when the same run has taken half a minute. */
  readonly onSilence: () => void
}

/** The grace period for a process to end everything it has started. */
const endsWithinMs = 2_000

/** Failure: `KW_CLI_EXPLORATION` if it could not explore; the reason of `signal` once that is aborted. */
export async function runExploration(
  path: string,
  request: ExplorationRequest,
  options: ExplorationProcessOptions,
): Promise<ExplorationReport> {
  const { signal, cwd } = options
  signal.throwIfAborted()
  const { answer, said, code, hasGoneSilent } = await heardOf(path, request, options)
  signal.throwIfAborted()
  const failed = (why: string, next?: string) => unusable(path, cwd, why, next)
  if (hasGoneSilent) throw failed('a run does not end', howToEnd)
  if (answer === undefined || 'progress' in answer) {
    // It ended itself, and its output explains why.
    if (code === null && said !== '') throw failed(`it was stopped:\n\n${said.trim()}\n\n`, howToRead)
    // Node's exit code for an await that never settles.
    if (code === 13) throw failed('it awaits a promise that never settles', howToSettle)
    throw failed(`exploring ended with exit code ${code}${said === '' ? '' : `:\n${said}`}`, howToRead)
  }
  if ('report' in answer) return answer.report
  if ('problem' in answer) throw failed(answer.problem)
  const { message, code: kind, at } = answer.error
  const why = `${message}${at === undefined ? '' : ` (${at})`}`
  throw kind === 'KW_TESTING_PLAN' ? unplayable(String(options.plan), message) : failed(why, howToRead)
}

const howToEnd =
  'Look for a loop without `await`, or a scenario that never returns. To find it, run the scenario in a test under `node --inspect`.'
const howToSettle =
  'Look for a promise that is never resolved or rejected: in the file, in an invariant, or in a call outside the cluster.'
const howToRead = 'Fix this error in the file, or in a module that it imports, and run the command again.'

interface Heard {
  readonly answer: ExplorationAnswer | undefined
  /** The tail of its output. */
  readonly said: string
  readonly code: number | null
  readonly hasGoneSilent: boolean
}

const longestSaid = 20_000

async function heardOf(path: string, request: ExplorationRequest, options: ExplorationProcessOptions): Promise<Heard> {
  const { cwd, environment, clock, onProgress, onSilence, isInBackground = false } = options
  const unaborted = new AbortController().signal // it is ended below, with a grace period
  const args = ['explore-file', path, JSON.stringify(request)]
  const child = startOwnProcess(args, { cwd, terminal: { environment, signal: unaborted } })
  if (isInBackground) lowerPriority(child)
  let [answer, said, hasGoneSilent]: [ExplorationAnswer | undefined, string, boolean] = [undefined, '', false]
  using ending = endedBy(child, options)
  using watchdog = startWatchdog(clock, onSilence, () => {
    hasGoneSilent = true
    ending.now()
  })
  child.on('message', (message) => {
    const told = answerIn(message)
    if (told === undefined) return // the explored code may send messages of its own
    watchdog.reset()
    if ('progress' in told) return onProgress(told.progress)
    answer = told
    ending.now() // leftovers of the operator would keep the process alive
  })
  const keep = (chunk: unknown) => void (said = `${said}${String(chunk)}`.slice(-longestSaid))
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  return { answer, said, code, hasGoneSilent }
}

/** Best effort: not every system allows it. */
function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // The process may have ended already, too. Its exit is reported elsewhere.
  }
}

interface Ending extends Disposable {
  now(): void
}

/** Requests an orderly end. Code in an infinite loop does not receive the request and is killed. */
function endedBy(
  child: ChildProcess,
  { clock, signal, stop }: Pick<ExplorationProcessOptions, 'clock' | 'signal' | 'stop'>,
): Ending {
  let late: Disposable | undefined
  const tell = (order: ExplorationOrder) => void (child.connected && child.send(order, () => undefined))
  const now = () => {
    tell({ end: true })
    late ??= clock.schedule(endsWithinMs, () => child.kill('SIGKILL'))
  }
  const ask = () => tell({ stop: true })
  signal.addEventListener('abort', now)
  stop?.addEventListener('abort', ask)
  if (stop?.aborted === true) ask()
  return {
    now,
    [Symbol.dispose]() {
      signal.removeEventListener('abort', now)
      stop?.removeEventListener('abort', ask)
      late?.[Symbol.dispose]()
    },
  }
}

/** @param why message of the testing package, which does not include the file */
function unplayable(plan: string, why: string): Error {
  return cliErrors('KW_CLI_EXPLORATION', {
    what: `replay ${plan}`,
    why: why
      .replace(/^Cannot [^:]+: /, '')
      .replace(/ Use a file that .*$/, '')
      .replace(/\.$/, ''),
    next: 'Use a file that `kubewright explore --save` wrote.',
    details: { plan },
  })
}

const howToExport =
  'Export one: export default defineExploration({ resources, controllers, scenario }), or defineProcessExploration(…) for --process.'

export function unusable(path: string, cwd: string, why: string, next = howToExport): Error {
  return cliErrors('KW_CLI_EXPLORATION', {
    what: `explore ${relative(cwd, path)}`,
    why,
    next,
    details: { path },
  })
}
