/** The `kubewright` command: runs what the arguments name, and turns failures into one readable line. */
import { inspect } from 'node:util'
import { systemClock } from '@kubewright/core'
import { asksForJson, exitCodeOf, formatFailure } from './command/failure.ts'
import { runCommand } from './program.ts'
import { systemTerminal } from './terminal/system-terminal.ts'

/** A terminal tells every process of a command, and each of them those it started: one Ctrl-C arrives several times. */
const sameMs = 500

const stopped = new AbortController()
let stoppedAt = 0
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // The first one asks, the second one does not.
  process.on(signal, () => {
    if (stopped.signal.aborted && systemClock.elapsed() - stoppedAt > sameMs) process.exit(130)
    if (stopped.signal.aborted) return
    stoppedAt = systemClock.elapsed()
    stopped.abort()
  })
}
// In a clone another process has started this one; without it nobody could stop it.
process.on('disconnect', () => stopped.abort())
process.channel?.unref() // listening for that is no reason to stay

const argv = process.argv.slice(2)
const terminal = systemTerminal(stopped.signal)
try {
  process.exitCode = await runCommand(argv, terminal)
} catch (error) {
  const { stdout, stderr } = formatFailure(error, {
    isJson: asksForJson(argv),
    isStopped: stopped.signal.aborted,
  })
  terminal.stdout.write(stdout)
  terminal.stderr.write(stderr)
  if (process.env['KUBEWRIGHT_DEBUG']) terminal.stderr.write(`${inspect(error)}\n`)
  process.exitCode = exitCodeOf(error, stopped.signal.aborted)
}
