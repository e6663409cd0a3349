/**
 * Commands around a snapshot, run in the agent's container. They come from the variables of the container, never from a request: the token of
 * the agent is no permission to run commands.
 * See decision 0385.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type Clock, systemClock } from '@kubewright/core'
import { deadline } from '@kubewright/core/time'

export interface Hooks {
  /** Run before the snapshot: it is not made if the command fails. */
  readonly before?: readonly string[]
  /** Run after the snapshot, made or not. */
  readonly after?: readonly string[]
  readonly timeoutMs: number
  readonly cwd: string
  /** Without the secrets of the repository. */
  readonly environment: Readonly<Record<string, string>>
  /** Not to be quoted: what a command prints gets into the status of the plan. */
  readonly secrets?: readonly string[]
}

/** Runs `work` between the two commands. Failure: that of the first of the three that failed. */
export async function between(hooks: Hooks, work: () => Promise<void>): Promise<void> {
  try {
    await runHook('before', hooks)
    await work()
  } catch (error) {
    await runHook('after', hooks).catch((later: unknown) => console.error(String(later)))
    throw error
  }
  await runHook('after', hooks)
}

/** Failure: rejects if the command cannot be started, takes too long, or ends with another code than 0. */
export async function runHook(
  when: 'before' | 'after',
  hooks: Hooks,
  { clock = systemClock }: { readonly clock?: Clock } = {},
): Promise<void> {
  const [program, ...args] = hooks[when] ?? []
  if (program === undefined) return
  const what = `the command ${when} the snapshot, ${JSON.stringify(program)},`
  const late = () => new Error(`${what} took more than ${hooks.timeoutMs / 1_000} seconds`)
  using limit = deadline(clock, hooks.timeoutMs, late)
  // A process group of its own, so that what the command started ends with it.
  const { environment: env, cwd } = hooks
  const child = spawn(program, args, { env, cwd, detached: true, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString('utf8')}`.slice(-mostKept)))
  const [code, signal] = await ended(child, limit.signal, what)
  if (code !== 0)
    throw new Error(`${what} ended with ${code ?? signal}: ${quoted(said, hooks) || 'it printed no error'}`)
}

/** How much of what a command prints is reported. */
const mostText = 500

/** Kept until it is known to hold no secret: one that is cut in two would not be found. */
const mostKept = 64 * 1024

/** Shorter values, such as a port, are in too many texts, and no secrets. */
const leastSecret = 4

function quoted(text: string, { secrets = [] }: Hooks): string {
  const lines = secrets.flatMap((secret) => secret.split(/\r?\n/)).filter((line) => line.length >= leastSecret)
  const longestFirst = lines.toSorted((one, two) => two.length - one.length)
  const clean = longestFirst.reduce((left, secret) => left.replaceAll(secret, () => '***'), text)
  return clean.trim().slice(-mostText)
}

type Ending = readonly [number | null, string | null]

async function ended(child: ChildProcess, signal: AbortSignal, what: string): Promise<Ending> {
  try {
    return (await once(child, 'close', { signal })) as unknown as Ending
  } catch (error) {
    if (!signal.aborted) throw new Error(`${what} could not be started: ${String(error)}`, { cause: error })
    killGroup(child)
    throw signal.reason
  }
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch (error) {
    // It ended meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
