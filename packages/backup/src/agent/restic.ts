/** Runs restic. No shell is involved, and secrets are passed only in the environment. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

/** restic exited with a code other than 0. */
export class ResticFailure extends Error {
  override readonly name = 'ResticFailure'
}

/** The maximum output kept. */
const mostOutput = 4 * 1024 * 1024

export interface ResticRun {
  readonly program: string
  readonly environment: Readonly<Record<string, string>>
  readonly cwd?: string
  /** A line on standard error after which restic can only fail: it is interrupted, instead of retrying for minutes. */
  readonly verdict?: RegExp
}

/** The output of restic. Failure: `ResticFailure` with its last error line. */
export async function restic(args: readonly string[], run: ResticRun): Promise<string> {
  const { program, environment, cwd, verdict } = run
  const child = spawn(program, ['--no-cache', ...args], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(cwd === undefined ? {} : { cwd }),
  })
  const [output, said] = [new Tail(), new Tail()]
  child.stdout.on('data', (chunk: Buffer) => output.add(chunk))
  child.stderr.on('data', (chunk: Buffer) => said.add(chunk))
  const found = verdict && firstLine(child.stderr, verdict)
  // On an interrupt, restic removes its lock.
  void found?.then((line) => line !== undefined && child.kill('SIGINT'))
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  if (code === 0) return output.text()
  const line = await found
  if (line !== undefined) throw new ResticFailure(`restic ${args[0]} found that ${line}`)
  throw new ResticFailure(`restic ${args[0]} ended with ${code ?? signal}: ${reasonIn(said.text() || output.text())}`)
}

/** The first line that matches; `undefined` if the stream ends without one. */
function firstLine(stream: Readable, pattern: RegExp): Promise<string | undefined> {
  const lines = createInterface({ input: stream })
  return new Promise((resolve) => {
    lines.on('line', (line) => pattern.test(line) && resolve(line.trim()))
    lines.once('close', () => resolve(undefined))
  })
}

class Tail {
  #chunks: Buffer[] = []
  #bytes = 0

  add(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    while (this.#bytes > mostOutput) this.#bytes -= this.#chunks.shift()!.length
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString('utf8')
  }
}

const isProblem = /error|fatal|damaged|not a valid|does not (exist|match)|wrong|failed/i

/** The lines with the cause: the first error, and the final verdict. */
function reasonIn(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const errors = lines.filter((line) => isProblem.test(line) && !line.includes('retrying after'))
  const told = errors.length > 0 ? [errors[0]!, ...errors.slice(1).slice(-1)] : lines.slice(-1)
  return told.join('; ').slice(0, 500)
}
