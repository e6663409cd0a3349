/** A command that a client executes in the environment of a container (`exec`). */
import { PassThrough, Writable } from 'node:stream'
import type { Clock } from '@kubewright/core'
import { LineDiscipline, shown } from './line-discipline.ts'
import type { PodProcess } from '@kubewright/core/containers'
import { type ProgramPlace, spawnGroup, type SpawnedGroup } from './process-group.ts'

export interface ExecutedCommand extends ProgramPlace {
  readonly stdin: boolean
  readonly tty: boolean
  readonly clock: Clock
}

/** How long a command may take to exit after its client has disconnected. */
const graceMs = 2_000

/** Failure: rejects when the program cannot be started. */
export async function executeCommand({ stdin, tty, clock, ...place }: ExecutedCommand): Promise<PodProcess> {
  const spawned = await spawnGroup(place, stdin ? 'pipe' : 'ignore').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? notFound(place.program) : error
  })
  const { child, ended, signal } = spawned
  // Piped at once: Node discards output that is not being read when a program ends.
  const [stdout, stderr] = [child.stdout!, child.stderr!].map((output) => output.pipe(new PassThrough()))
  child.stdin?.on('error', () => undefined) // the program may exit without reading its input
  const exitCode = ended.then((end) => end.exitCode)
  let kill: Disposable | undefined
  let isOver = false
  void ended.then(() => {
    isOver = true
    kill?.[Symbol.dispose]()
  })
  const end = () => {
    for (const output of [stdout!, stderr!]) output.resume() // unread output would block it
    if (isOver) return
    signal('SIGTERM')
    kill ??= clock.schedule(graceMs, () => signal('SIGKILL'))
  }
  if (tty) return { ...onTerminal(spawned, [stdout!, stderr!]), ended: exitCode, end }
  return { stdin: child.stdin ?? undefined, stdout: stdout!, stderr: stderr!, ended: exitCode, end }
}

/** In the usual wording. */
function notFound(program: string): Error {
  return new Error(`exec: ${JSON.stringify(program)}: executable file not found in $PATH of this machine`)
}

/** Merges both outputs and the echo of the input on one terminal. */
function onTerminal(
  { child, signal }: SpawnedGroup,
  outputs: readonly PassThrough[],
): Pick<PodProcess, 'stdin' | 'stdout'> {
  const screen = new PassThrough()
  let open = outputs.length
  for (const output of outputs) {
    output.setEncoding('utf8')
    output.on('data', (text: string) => screen.write(shown(text)) || pauseUntilDrained(screen, output))
    output.once('end', () => --open === 0 && screen.end())
  }
  if (child.stdin === null) return { stdout: screen }
  const input = child.stdin
  const discipline = new LineDiscipline()
  const stdin = new Writable({
    write(bytes: Buffer, _encoding, done) {
      const typed = discipline.type(bytes)
      if (typed.echo !== '') screen.write(typed.echo)
      if (typed.isInterrupted) signal('SIGINT')
      if (typed.input !== '') input.write(typed.input)
      if (typed.isEnd) input.end()
      done()
    },
    final(done) {
      input.end()
      done()
    },
  })
  return { stdin, stdout: screen }
}

function pauseUntilDrained(screen: PassThrough, output: NodeJS.ReadableStream): void {
  output.pause()
  screen.once('drain', () => output.resume())
}
