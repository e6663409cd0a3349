/** A program with all processes it starts: started without a shell, signalled and ended as a group. */
import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'

/** The program and its environment. */
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
  /** 128 plus the signal number, if a signal ended it. */
  readonly exitCode: number
  readonly signal: number | undefined
}

export interface ProcessGroup {
  readonly pid: number
  /** Resolves once the program has exited and its output has been read; then nothing of its group is left. */
  readonly ended: Promise<ProgramEnd>
  /** Does nothing after the program has exited. */
  readonly signal: (name: GroupSignal) => void
}

export type GroupSignal = 'SIGINT' | 'SIGTERM' | 'SIGKILL'

/** A group whose input and output belong to the caller. */
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

/** The outputs have to be read: otherwise the group never ends. Failure: rejects when the program cannot be started. */
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
  // The pid of a program that has exited may have been reused: it must not be signalled.
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  return { child, pid, ended, signal: (name) => (hasEnded() ? undefined : signalGroup(pid, name)) }
}

function endOf(child: ChildProcess): Promise<ProgramEnd> {
  return new Promise((resolve) => {
    let end: ProgramEnd = { exitCode: 1, signal: undefined }
    child.once('exit', (code, name) => {
      const signal = name === null ? undefined : constants.signals[name]
      end = { exitCode: code ?? 128 + (signal ?? 0), signal }
      // Child processes are killed with the program; otherwise they would keep the output open.
      if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL')
    })
    child.once('close', () => resolve(end))
    child.once('error', () => resolve(end))
  })
}

/** A group that is gone is ignored. */
export function signalGroup(pid: number, name: GroupSignal): void {
  try {
    process.kill(-pid, name)
  } catch (error) {
    if ((error as { code?: string }).code !== 'ESRCH') throw error
  }
}
