/** The terminal of this process. */
import { createInterface } from 'node:readline/promises'
import { systemClock } from '@kubewright/core'
import type { Terminal } from './terminal.ts'

export function systemTerminal(signal: AbortSignal): Terminal {
  const { stdin, stdout, stderr, env } = process
  const isInteractive = stdin.isTTY && stderr.isTTY && !env['CI']
  return {
    stdout,
    stderr,
    signal,
    cwd: process.cwd(),
    environment: env,
    clock: systemClock,
    ...(isInteractive ? { ask: (question) => ask(question, signal) } : {}),
  }
}

/** On standard error, so that a pipe on standard output holds results alone. */
async function ask(question: string, signal: AbortSignal): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await lines.question(question, { signal })).trim()
  } finally {
    lines.close()
  }
}
