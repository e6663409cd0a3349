/** Runs the programs of iproute2, nftables and WireGuard. Arguments are lists, never shell text; batches go to standard input. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { networkErrors } from '../errors.ts'

/** The exit code and output of a program. */
export interface ProgramResult {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs the programs that read and change a node's network; tests can substitute it. */
export interface ProgramRunner {
  /** Runs a program to completion. Failure to start is an error; a failing program returns its exit code. */
  run(program: string, args: readonly string[], input?: string, signal?: AbortSignal): Promise<ProgramResult>
  /** Runs a long-lived program and reads its lines until the signal is aborted. Rejects if the program exits before. */
  follow(program: string, args: readonly string[], options: FollowOptions): Promise<void>
}

/** Options of `ProgramRunner.follow`. */
export interface FollowOptions {
  readonly onLine: (line: string) => void
  readonly signal: AbortSignal
}

/** Options of `programRunner`. */
export interface RunnerOptions {
  /** The network namespace for all programs (`ip netns exec`); the process's own if omitted. */
  readonly namespace?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** A runner of programs on this machine, in its own or a given network namespace. */
export function programRunner({ namespace, signal }: RunnerOptions = {}): ProgramRunner {
  const run = (program: string, args: readonly string[], input = '', until = signal): Promise<ProgramResult> =>
    namespace === undefined
      ? runProgram(program, args, { input, signal: until })
      : runProgram('ip', ['netns', 'exec', namespace, program, ...args], { input, signal: until })
  const follow = (program: string, args: readonly string[], options: FollowOptions): Promise<void> =>
    namespace === undefined
      ? followProgram(program, args, options)
      : followProgram('ip', ['netns', 'exec', namespace, program, ...args], options)
  return { run, follow }
}

/** Runs a program and throws, with its output, unless it succeeds. */
export async function runOrThrow(
  runner: ProgramRunner,
  command: { readonly program: string; readonly args: readonly string[]; readonly input?: string },
): Promise<string> {
  const { program, args, input } = command
  const { code, stdout, stderr } = await runner.run(program, args, input)
  if (code === 0) return stdout
  throw networkErrors('KW_NETWORK_KERNEL', {
    what: `run ${program} ${args.join(' ')}`,
    why: `${endingOf(code)}: ${firstLines(stderr || stdout)}${quotedLine(stderr, input)}`,
    details: { program, code },
  })
}

/** All commands here are short: one that exceeds this hangs, and is killed. */
const longestRunMs = 60_000

/** For messages. A program without an exit code was ended by a signal. */
export function endingOf(code: number): string {
  return code < 0 ? `a signal ended it (it is killed after ${longestRunMs / 1_000} s)` : `it ended with ${code}`
}

interface Run {
  readonly input: string
  readonly signal: AbortSignal | undefined
}

function runProgram(program: string, args: readonly string[], { input, signal }: Run): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'pipe', timeout: longestRunMs, ...(signal ? { signal } : {}) })
    const stdout: Buffer[] = []
    const stderr: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk))
    child.on('error', (error) => reject(cannotStart(program, error)))
    child.on('close', (code) =>
      resolve({ code: code ?? -1, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() }),
    )
    child.stdin.on('error', () => undefined) // it exited before it read everything; its exit code explains why
    child.stdin.end(input)
  })
}

function followProgram(program: string, args: readonly string[], { onLine, signal }: FollowOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return resolve()
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] })
    const end = () => child.kill('SIGTERM')
    signal.addEventListener('abort', end, { once: true })
    createInterface({ input: child.stdout }).on('line', onLine)
    child.on('error', (error) => reject(cannotStart(program, error)))
    child.on('close', (code) => {
      signal.removeEventListener('abort', end)
      if (signal.aborted) resolve()
      else reject(ended([program, ...args].join(' '), code))
    })
  })
}

function ended(command: string, code: number | null): Error {
  return networkErrors('KW_NETWORK_KERNEL', {
    what: `keep ${command} running`,
    why: code === null ? 'a signal ended it' : `it ended with ${code}`,
    details: { program: command.split(' ')[0] },
  })
}

const installation =
  'Install it on the node or in the image of the agent: ip and bridge are in iproute2, wg is in wireguard-tools.'

function cannotStart(program: string, error: Error): Error {
  const isAborted = error.name === 'AbortError'
  return networkErrors('KW_NETWORK_KERNEL', {
    what: `${isAborted ? 'finish' : 'start'} ${program}`,
    why: isAborted ? 'it was aborted, because the agent stops' : error.message,
    ...(isAborted ? {} : { next: installation }),
    details: { program },
    cause: error,
  })
}

function firstLines(text: string): string {
  return text.trim().split('\n').slice(0, 5).join('; ').slice(0, 1_000)
}

/** `ip` and `bridge` report the number of the failed batch line, but not its text. */
function quotedLine(stderr: string, input: string | undefined): string {
  const number = /Command failed -:(\d+)/.exec(stderr)?.[1]
  const line = number === undefined ? undefined : input?.split('\n')[Number(number) - 1]
  return line === undefined ? '' : ` (${line})`
}
