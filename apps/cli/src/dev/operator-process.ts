/** The user's operator in a child process, so that it can be restarted at any time. See decision 0161. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { Clock } from '@kubewright/core'
import { isFromSource } from '../project/own-process.ts'
import { isOperatorMessage, type OperatorMessage } from './reconcile-message.ts'

export interface OperatorProcessOptions {
  /** The entry point. */
  readonly main: string
  readonly cwd: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  /** Receives the reports of the operator. */
  onMessage(message: OperatorMessage): void
  /** Receives a line of its standard output or standard error. */
  onLine(line: string): void
}

/** The exit status: `exit code 1`, `SIGKILL`. */
export type Ended = string

export interface OperatorProcess {
  readonly ended: Promise<Ended>
  readonly isRunning: boolean
  /** Sends a message to the operator, unless it has ended. */
  send(message: object): void
  /** Stops it with a signal, and kills it after a deadline. */
  stop(): Promise<void>
}

/** The grace period for reconciles in flight. */
const patienceMs = 10_000

export function startOperatorProcess(options: OperatorProcessOptions): OperatorProcess {
  const child = spawn(process.execPath, [...nodeArguments(), options.main], {
    cwd: options.cwd,
    env: { ...options.environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true, // Ctrl-C is forwarded by the parent: a second SIGINT would end the operator at once
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

/** The TypeScript loader first, then the hook that reports events. */
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
