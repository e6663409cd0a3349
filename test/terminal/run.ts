/**
 * The commands people look at, in a real terminal: `npm start` and `kubewright dev`, driven through tmux. Asserts what is on
 * the screen, that the keyboard stops it, and that nothing is left running.
 */
import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { sleep, systemClock } from '@kubewright/core'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')
/** Its own server, so that nobody's sessions are touched. */
const tmux = async (...args: readonly string[]) =>
  (await run('tmux', ['-L', `kubewright-${process.pid}`, ...args])).stdout
const limitMs = 120_000

interface Play {
  readonly name: string
  readonly folder: string
  readonly command: string
  /** What the screen has to show, one after the other. */
  readonly shows: readonly RegExp[]
}

const plays: readonly Play[] = [
  {
    name: 'npm start',
    folder: '.',
    command: 'npm start',
    shows: [
      /house: kitchen\s+██████░░░░/,
      /✓ light-bulbs default\/kitchen: initial/,
      /cloud: acme-\w+ is READY on port \d+/,
      /^operator running · \d+ reconciles · Ctrl-C stops$/m,
    ],
  },
  {
    name: 'kubewright dev',
    folder: 'examples/03-acme-service',
    command: 'npx kubewright dev --apply samples.yaml',
    shows: [/✓ acme-services default\/checkout: initial/, /^operator running · \d+ reconciles · Ctrl-C stops$/m],
  },
]

async function screenUntil(pattern: RegExp, what: string): Promise<void> {
  const end = systemClock.elapsed() + limitMs
  for (;;) {
    const screen = await tmux('capture-pane', '-p', '-t', 'play', '-S', '-200')
    if (pattern.test(screen)) return
    if (systemClock.elapsed() > end) throw new Error(`${what}: ${pattern} never showed. The screen:\n${screen}`)
    await sleep(systemClock, 200)
  }
}

async function perform({ name, folder, command, shows }: Play): Promise<void> {
  await tmux('new-session', '-d', '-s', 'play', '-x', '120', '-y', '40', '-c', resolve(root, folder), 'sh')
  try {
    const started = systemClock.elapsed()
    await tmux('send-keys', '-t', 'play', `trap : INT; clear; ${command}; echo "ended with $?"`, 'Enter')
    for (const pattern of shows) await screenUntil(pattern, name)
    const seconds = ((systemClock.elapsed() - started) / 1_000).toFixed(1)
    await tmux('send-keys', '-t', 'play', 'C-c')
    await screenUntil(/^ended with (0|130)$/m, `${name}, after Ctrl-C`)
    console.log(`✓ ${name}: everything shown after ${seconds} s, stopped by Ctrl-C`)
  } finally {
    await tmux('kill-server')
  }
}

await run('tmux', ['-V']).catch(() => {
  throw new Error('tmux is missing: install it (apt-get install tmux) and run this again.')
})
for (const play of plays) await perform(play)
