/**
 * The interactive commands in a real terminal: `npm start`, `kubewright dev` and `kubewright init`, driven through tmux.
 * Asserts the screen contents, that input is accepted, that the keyboard stops it, and that nothing is left behind.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sleep, systemClock } from '@kubewright/core'
import { parseArgs, promisify } from 'node:util'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')
/** A user's terminal has no `CI`: with it `kubewright init` does not prompt, even on a terminal. */
const { CI: _, ...personal } = process.env
/** A separate tmux server, so that no user's sessions are touched; a new one for each play, because an ending one may still exist. */
let servers = 0
const tmux = async (...args: readonly string[]) =>
  (await run('tmux', ['-L', `kubewright-${process.pid}-${servers}`, ...args], { env: personal })).stdout
const limitMs = 120_000

interface Play {
  readonly name: string
  readonly folder: string
  readonly command: string
  /** The expected screen contents in order, and the keys typed in between. */
  readonly shows: readonly (RegExp | Typed)[]
  /** The final output of a command that ends by itself. Otherwise Ctrl-C ends it. */
  readonly ends?: RegExp
}

interface Typed {
  readonly at: RegExp
  /** Keys as tmux names them. */
  readonly keys: readonly string[]
}

const empty = await mkdtemp(join(tmpdir(), 'kubewright-terminal-'))
const init = `${process.execPath} ${resolve(root, 'apps/cli/bin/kubewright.js')} init`

const plays: readonly Play[] = [
  {
    name: 'npm start',
    folder: '.',
    command: 'npm start',
    shows: [
      /house: kitchen\s+██████░░░░/,
      /✓ light-bulbs default\/kitchen: (initial|created)/,
      /cloud: acme-\w+ is READY on port \d+/,
      /^operator running · \d+ reconciles · Ctrl-C stops$/m,
    ],
  },
  {
    name: 'kubewright dev',
    folder: 'examples/03-acme-service',
    command: 'npx kubewright dev --apply samples.yaml',
    shows: [
      /✓ acme-services default\/checkout: (initial|created)/,
      /^operator running · \d+ reconciles · Ctrl-C stops$/m,
    ],
  },
  {
    name: 'kubewright init, stopped at its second question',
    folder: empty,
    command: init,
    shows: [{ at: /Which folder\? \(my-operator\)/, keys: ['Enter'] }, /The API group of your resource/],
  },
  {
    name: 'kubewright init, answered',
    folder: empty,
    command: init,
    shows: [
      { at: /Which folder\? \(my-operator\)/, keys: ['shop', 'Enter'] },
      { at: /a domain of yours\? \(shop\.example\.dev\)/, keys: ['Enter'] },
      { at: /one word in PascalCase\? \(Greeting\)/, keys: ['order', 'Enter'] },
      { at: /"order" must be one word in PascalCase[^]*PascalCase\? \(Greeting\)/, keys: ['Order', 'Enter'] },
      /✓ shop is in shop: the resource Order, its controller, and a test of both\./,
    ],
    ends: /^ended with 0$/m,
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

async function perform({ name, folder, command, shows, ends }: Play): Promise<void> {
  servers++
  await tmux('new-session', '-d', '-s', 'play', '-x', '120', '-y', '40', '-c', resolve(root, folder), 'sh')
  try {
    const started = systemClock.elapsed()
    await tmux('send-keys', '-t', 'play', `trap : INT; clear; ${command}; echo "ended with $?"`, 'Enter')
    for (const step of shows) {
      await screenUntil('at' in step ? step.at : step, name)
      if ('at' in step) await tmux('send-keys', '-t', 'play', ...step.keys)
    }
    const seconds = ((systemClock.elapsed() - started) / 1_000).toFixed(1)
    if (ends === undefined) await tmux('send-keys', '-t', 'play', 'C-c')
    await screenUntil(ends ?? /^ended with (0|130)$/m, `${name}, at its end`)
    console.log(`✓ ${name}: everything shown after ${seconds} s${ends === undefined ? ', stopped by Ctrl-C' : ''}`)
  } finally {
    await tmux('kill-server')
  }
}

await run('tmux', ['-V']).catch(() => {
  throw new Error('tmux is missing: install it (apt-get install tmux) and run this again.')
})
const { only = '' } = parseArgs({ options: { only: { type: 'string' } } }).values
try {
  for (const play of plays.filter(({ name }) => name.includes(only))) await perform(play)
  // A stopped command left nothing, a completed one left one folder.
  const made = await readdir(empty)
  if (made.some((one) => one !== 'shop')) throw new Error(`kubewright init left ${made.join(', ')} behind`)
} finally {
  await rm(empty, { recursive: true })
}
