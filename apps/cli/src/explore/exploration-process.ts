/** One exploration in a process of its own: how far it is, what it found, and its end whatever it does. */
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
import { listenFor } from './silence.ts'

export interface ExplorationProcessOptions {
  readonly cwd: string
  readonly environment: Terminal['environment']
  readonly clock: Clock
  /** Aborted, the process ends at once, with everything it has started. */
  readonly signal: AbortSignal
  /** Aborted, it ends after the run that goes on, and reports what it found by then. */
  readonly stop?: AbortSignal
  /** Whether it runs with a lower priority, for a machine on which other work goes on. @default false */
  readonly isInBackground?: boolean
  /** The file of the plan, if one is played again. */
  readonly plan?: string | undefined
  readonly onProgress: (progress: ExplorationProgress) => void
  /** It has been in the same run for half a minute. */
  readonly onSilence: () => void
}

/** How long a process may take to end what it has started. */
const endsWithinMs = 2_000

/** Failure: `KW_CLI_EXPLORATION` with what kept it from exploring; with the reason of `signal` once that is aborted. */
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
  if (hasGoneSilent) throw failed('one run of it does not end', howToEnd)
  if (answer === undefined || 'progress' in answer) {
    // It has ended itself, and says why.
    if (code === null && said !== '') throw failed(`it was ended:\n\n${said.trim()}\n\n`, howToRead)
    // Node's own way to say that it waits for nothing.
    if (code === 13) throw failed('it waits for something that never comes', howToSettle)
    throw failed(`exploring ended with exit code ${code}${said === '' ? '' : `:\n${said}`}`, howToRead)
  }
  if ('report' in answer) return answer.report
  if ('problem' in answer) throw failed(answer.problem)
  const { message, code: kind, at } = answer.error
  const why = `${message}${at === undefined ? '' : ` (${at})`}`
  throw kind === 'KW_TESTING_PLAN' ? unplayable(String(options.plan), message) : failed(why, howToRead)
}

const howToEnd =
  'Look for a loop that never waits, or a scenario without an end: start it with `node --inspect` in a test to see where it is.'
const howToSettle =
  'Look for a promise that nobody settles: in the file itself, in an invariant, or in what is outside.'
const howToRead = 'Correct that, and explore again.'

interface Heard {
  readonly answer: ExplorationAnswer | undefined
  /** The end of what it wrote. */
  readonly said: string
  readonly code: number | null
  readonly hasGoneSilent: boolean
}

const longestSaid = 20_000

async function heardOf(path: string, request: ExplorationRequest, options: ExplorationProcessOptions): Promise<Heard> {
  const { cwd, environment, clock, onProgress, onSilence, isInBackground = false } = options
  const unaborted = new AbortController().signal // it ends below, more gently
  const args = ['explore-file', path, JSON.stringify(request)]
  const child = startOwnProcess(args, { cwd, terminal: { environment, signal: unaborted } })
  if (isInBackground) lowerPriority(child)
  let [answer, said, hasGoneSilent]: [ExplorationAnswer | undefined, string, boolean] = [undefined, '', false]
  using ending = endedBy(child, options)
  using silence = listenFor(clock, onSilence, () => {
    hasGoneSilent = true
    ending.now()
  })
  child.on('message', (message) => {
    const told = answerIn(message)
    if (told === undefined) return // code that is explored may send what it likes
    silence.isBroken()
    if ('progress' in told) return onProgress(told.progress)
    answer = told
    ending.now() // whatever the operator left behind would keep it, and us, for ever
  })
  const keep = (chunk: unknown) => void (said = `${said}${String(chunk)}`.slice(-longestSaid))
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  return { answer, said, code, hasGoneSilent }
}

/** Not everywhere may it be lowered; then it is not. */
function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It may have ended already, too: its end says why.
  }
}

interface Ending extends Disposable {
  now(): void
}

/** Asked, it ends what it has started, and itself; code that goes round in circles hears nothing, and is killed. */
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

/** @param why as the testing package says it, which knows no files */
function unplayable(plan: string, why: string): Error {
  return cliErrors('KW_CLI_EXPLORATION', {
    what: `play ${plan} again`,
    why: why
      .replace(/^Cannot [^:]+: /, '')
      .replace(/ Use a file that .*$/, '')
      .replace(/\.$/, ''),
    next: 'Use a file that `kubewright explore --save` wrote.',
    details: { plan },
  })
}

const howToExport = 'Export it: export default defineExploration({ resources, controllers, scenario }).'

export function unusable(path: string, cwd: string, why: string, next = howToExport): Error {
  return cliErrors('KW_CLI_EXPLORATION', {
    what: `explore ${relative(cwd, path)}`,
    why,
    next,
    details: { path },
  })
}
