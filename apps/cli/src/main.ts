/** The `kubewright` command: reads the arguments, runs what they name, and turns failures into one readable line. */
import { CommanderError } from 'commander'
import { createProgram } from './program.ts'

const stopped = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // The first one asks, the second one does not.
  process.on(signal, () => (stopped.signal.aborted ? process.exit(1) : stopped.abort()))
}
// In a clone another process has started this one; without it nobody could stop it.
process.on('disconnect', () => stopped.abort())

try {
  await createProgram({ stdout: process.stdout, stderr: process.stderr, signal: stopped.signal }).parseAsync()
} catch (error) {
  const isShown = error instanceof CommanderError
  if (!isShown) process.stderr.write(`kubewright: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = isShown ? error.exitCode : 1
}
