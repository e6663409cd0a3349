/** The terminal of this process. */
import { createInterface } from 'node:readline/promises'
import { systemClock } from '@kubewright/core'
import { escapeControls } from '@kubewright/core/input'
import { cliErrors } from '../errors.ts'
import { safeOutput } from './safe-output.ts'
import type { Terminal } from './terminal.ts'

export function systemTerminal(signal: AbortSignal): Terminal {
  const { stdin, stdout, stderr, env } = process
  const canDraw = env['TERM'] !== 'dumb'
  const isInteractive = stdin.isTTY && stderr.isTTY && !env['CI']
  return {
    stdout: safeOutput(stdout, canDraw),
    stderr: safeOutput(stderr, canDraw),
    signal,
    cwd: process.cwd(),
    environment: env,
    clock: systemClock,
    ...(isInteractive ? { ask: (question) => ask(question, signal) } : {}),
  }
}

/** Prompts on standard error, so that standard output contains only results. */
async function ask(question: string, signal: AbortSignal): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  // readline captures Ctrl-C, and does not report the end of input (Ctrl-D). Both must end the prompt.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  const ended = new Promise<never>((_, reject) => {
    lines.once('close', () => reject(unanswered(question)))
  })
  try {
    return (
      await Promise.race([lines.question(escapeControls(question, { keepsLines: true }), { signal }), ended])
    ).trim()
  } finally {
    lines.close()
  }
}

function unanswered(question: string): Error {
  return cliErrors('KW_CLI_USAGE', {
    what: 'continue',
    why: `there was no answer to the question: ${question.trim()}`,
    next: 'Pass an option, or use the defaults with --yes.',
  })
}
