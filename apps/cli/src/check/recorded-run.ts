/** Runs a command, usually the tests, and records the requests of controllers on embedded clusters. */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cliErrors } from '../errors.ts'
import { ownSequence } from '../terminal/own-sequence.ts'
import type { Terminal } from '../terminal/terminal.ts'

export interface RecordedRun extends AsyncDisposable {
  readonly code: number
  /** The recording. Disposing the run deletes it. */
  readonly path: string
}

/** Output of the command goes to standard error: standard output is for the result. Failure: `KW_CLI_PROGRAM`. */
export async function runRecorded(command: readonly string[], cwd: string, terminal: Terminal): Promise<RecordedRun> {
  const folder = await mkdtemp(join(tmpdir(), 'kubewright-'))
  const path = join(folder, 'grants.jsonl')
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const code = await run(command, { cwd, terminal, path })
    return { code, path, [Symbol.asyncDispose]: remove }
  } catch (error) {
    await remove()
    throw error
  }
}

function run(
  [program = '', ...args]: readonly string[],
  { cwd, terminal, path }: { readonly cwd: string; readonly terminal: Terminal; readonly path: string },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...terminal.environment, KUBEWRIGHT_RECORD_GRANTS: path },
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: terminal.signal,
      shell: process.platform === 'win32', // npm is a script there
    })
    // Output of the user's own program passes through unescaped, colours included.
    child.stdout.setEncoding('utf8').on('data', (text: string) => terminal.stderr.write(ownSequence(text)))
    child.stderr.setEncoding('utf8').on('data', (text: string) => terminal.stderr.write(ownSequence(text)))
    const fail = (error: Error) => reject(terminal.signal.aborted ? error : programError(program, error))
    child.on('error', fail).on('close', (code) => resolve(code ?? 1))
  })
}

function programError(program: string, cause: NodeJS.ErrnoException): Error {
  return cliErrors('KW_CLI_PROGRAM', {
    what: `run ${program}`,
    why: cause.code === 'ENOENT' ? 'there is no such program' : cause.message,
    next: 'Write it as you would in a shell: kubewright check -- npm test',
    details: { program },
    cause,
  })
}
