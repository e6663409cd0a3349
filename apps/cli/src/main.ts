/** The `kubewright` command: runs the named command, and turns errors into one readable line. */
import { inspect } from 'node:util'
import { systemClock } from '@kubewright/core'
import { asksForJson, exitCodeOf, formatFailure } from './command/failure.ts'
import { runCommand } from './program.ts'
import { systemTerminal } from './terminal/system-terminal.ts'

/** One Ctrl-C arrives several times: from the terminal, which signals the whole process group, and forwarded by the parent. */
const sameMs = 500

const stopped = new AbortController()
let stoppedAt = 0
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // The first signal requests a stop, the second one exits at once.
  process.on(signal, () => {
    if (stopped.signal.aborted && systemClock.elapsed() - stoppedAt > sameMs) process.exit(130)
    if (stopped.signal.aborted) return
    stoppedAt = systemClock.elapsed()
    stopped.abort()
  })
}
// In a clone this process is a child of another one. It stops when the parent is gone.
process.on('disconnect', () => stopped.abort())
process.channel?.unref() // the channel must not keep the process alive

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
