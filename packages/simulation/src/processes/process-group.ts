/** A program with all the processes it starts: begun without a shell, signalled and ended as one. */
import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'

export interface Program {
  readonly program: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly onOutput: (stream: 'stdout' | 'stderr', text: string) => void
}

export interface ProgramEnd {
  /** 128 and the number of the signal, if one ended it. */
  readonly exitCode: number
  readonly signal: number | undefined
}

export interface ProcessGroup {
  readonly pid: number
  /** Resolves once the program has ended and its output has been read; then nothing of its group is left. */
  readonly ended: Promise<ProgramEnd>
  /** Does nothing once the program has ended. */
  signal(name: 'SIGTERM' | 'SIGKILL'): void
}

/** Failure: rejects when the program cannot be started. */
export async function startGroup({ program, args, cwd, env, onOutput }: Program): Promise<ProcessGroup> {
  const child = spawn(program, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'], shell: false })
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8')
    child[stream].on('data', (text: string) => onOutput(stream, text))
  }
  const ended = endOf(child)
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', reject)
  })
  const pid = child.pid!
  // The number of a program that has ended may be another's by now: nobody may be signalled by it.
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  return { pid, ended, signal: (name) => (hasEnded() ? undefined : signalGroup(pid, name)) }
}

function endOf(child: ChildProcess): Promise<ProgramEnd> {
  return new Promise((resolve) => {
    let end: ProgramEnd = { exitCode: 1, signal: undefined }
    child.once('exit', (code, name) => {
      const signal = name === null ? undefined : constants.signals[name]
      end = { exitCode: code ?? 128 + (signal ?? 0), signal }
      // What the program started and left behind goes with it; without it nobody would end the output either.
      if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL')
    })
    child.once('close', () => resolve(end))
    child.once('error', () => resolve(end))
  })
}

/** A group that is gone cannot be signalled, and need not be. */
export function signalGroup(pid: number, name: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(-pid, name)
  } catch (error) {
    if ((error as { code?: string }).code !== 'ESRCH') throw error
  }
}
