/** The user's operator, in a process of its own, so that it can be ended and begun anew at any time. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { Clock } from '@kubewright/core'
import { isFromSource } from '../project/own-process.ts'
import { isOperatorMessage, type OperatorMessage } from './reconcile-message.ts'

export interface OperatorProcessOptions {
  /** What it runs. */
  readonly main: string
  readonly cwd: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  /** What it tells of itself. */
  onMessage(message: OperatorMessage): void
  /** A line it wrote, to either of its outputs. */
  onLine(line: string): void
}

/** How it ended: `exit code 1`, `SIGKILL`. */
export type Ended = string

export interface OperatorProcess {
  readonly ended: Promise<Ended>
  readonly isRunning: boolean
  /** Sends a message to the operator, unless it has ended. */
  send(message: object): void
  /** Asks it to end, and makes it if it does not in time. */
  stop(): Promise<void>
}

/** Reconciles may take this long to end. */
const patienceMs = 10_000

export function startOperatorProcess(options: OperatorProcessOptions): OperatorProcess {
  const child = spawn(process.execPath, [...nodeArguments(), options.main], {
    cwd: options.cwd,
    env: { ...options.environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true, // Ctrl-C is ours to pass on: heard twice, it would end the operator at once
  })
  child.on('message', (message) => isOperatorMessage(message) && options.onMessage(message))
  eachLine(child.stdout!, (line) => options.onLine(line))
  eachLine(child.stderr!, (line) => options.onLine(line))
  let isRunning = true
  const ended = endOf(child).finally(() => (isRunning = false))
  return {
    ended,
    get isRunning() {
      return isRunning
    },
    send(message) {
      if (child.connected) child.send(message, () => undefined)
    },
    async stop() {
      child.kill('SIGTERM')
      const kill = options.clock.schedule(patienceMs, () => child.kill('SIGKILL'))
      await ended
      kill[Symbol.dispose]()
    },
  }
}

/** TypeScript first, then whoever tells us what happens. */
function nodeArguments(): readonly string[] {
  const require = createRequire(import.meta.url)
  const urlOf = (specifier: string) => pathToFileURL(require.resolve(specifier)).href
  const conditions = isFromSource() ? ['--conditions=@kubewright/source'] : []
  const hook = isFromSource() ? new URL('dev-hook.ts', import.meta.url).href : urlOf('@kubewright/cli/dev-hook')
  return [...conditions, '--import', urlOf('tsx'), '--import', hook]
}

function eachLine(stream: Readable, say: (line: string) => void): void {
  createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }).on('line', say)
}

function endOf(child: ChildProcess): Promise<Ended> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, signal) => resolve(signal ?? `exit code ${code}`))
  })
}
