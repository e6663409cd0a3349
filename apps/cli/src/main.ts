/** The `kubewright` command: runs what the arguments name, and turns failures into one readable line. */
import { asksForJson, exitCodeOf, formatFailure } from './command/failure.ts'
import { runCommand } from './program.ts'
import { systemTerminal } from './terminal/system-terminal.ts'

const stopped = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // The first one asks, the second one does not.
  process.on(signal, () => (stopped.signal.aborted ? process.exit(130) : stopped.abort()))
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
  process.stdout.write(stdout)
  process.stderr.write(stderr)
  if (process.env['KUBEWRIGHT_DEBUG']) console.error(error)
  process.exitCode = exitCodeOf(error, stopped.signal.aborted)
}
