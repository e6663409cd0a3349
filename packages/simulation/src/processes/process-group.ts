/** A program with all the processes it starts: begun without a shell, signalled and ended as one. */
import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'

/** What runs, and where. */
export interface ProgramPlace {
  readonly program: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

export interface Program extends ProgramPlace {
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
  readonly signal: (name: GroupSignal) => void
}

export type GroupSignal = 'SIGINT' | 'SIGTERM' | 'SIGKILL'

/** One whose input and output are for whoever started it. */
export interface SpawnedGroup extends ProcessGroup {
  readonly child: ChildProcess
}

/** Failure: rejects when the program cannot be started. */
export async function startGroup({ onOutput, ...place }: Program): Promise<ProcessGroup> {
  const spawned = await spawnGroup(place, 'ignore')
  for (const stream of ['stdout', 'stderr'] as const) {
    const output = spawned.child[stream]!
    output.setEncoding('utf8')
    output.on('data', (text: string) => onOutput(stream, text))
  }
  return spawned
}

/** Its outputs have to be read: otherwise it never ends. Failure: rejects when the program cannot be started. */
export async function spawnGroup(
  { program, args, cwd, env }: ProgramPlace,
  stdin: 'ignore' | 'pipe',
): Promise<SpawnedGroup> {
  const child = spawn(program, args, { cwd, env, detached: true, stdio: [stdin, 'pipe', 'pipe'], shell: false })
  const ended = endOf(child)
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', reject)
  })
  const pid = child.pid!
  // The number of a program that has ended may be another's by now: nobody may be signalled by it.
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  return { child, pid, ended, signal: (name) => (hasEnded() ? undefined : signalGroup(pid, name)) }
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
export function signalGroup(pid: number, name: GroupSignal): void {
  try {
    process.kill(-pid, name)
  } catch (error) {
    if ((error as { code?: string }).code !== 'ESRCH') throw error
  }
}
