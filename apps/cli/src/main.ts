/** The `kubewright` command: reads the arguments, runs what they name, and turns failures into one readable line. */
import { CommanderError } from 'commander'
import { createProgram } from './program.ts'

const stopped = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort())

try {
  await createProgram({ stdout: process.stdout, stderr: process.stderr, signal: stopped.signal }).parseAsync()
} catch (error) {
  const isShown = error instanceof CommanderError
  if (!isShown) process.stderr.write(`kubewright: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = isShown ? error.exitCode : 1
}
