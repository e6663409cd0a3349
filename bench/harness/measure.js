/**
 * Runs the same task with each peer, alternating, each time in a process of its own, and keeps the median: a machine
 * that slows down slows both.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** One run of `program` (a URL); resolves to the numbers it reported. */
export async function runOnce(program, args = [], env = {}) {
  const child = fork(fileURLToPath(program), args.map(String), {
    execArgv: ['--expose-gc'],
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  let numbers
  child.on('message', (message) => (numbers = message))
  const [code] = await once(child, 'exit')
  if (code !== 0 || numbers === undefined)
    throw new Error(`${program} ended with ${code} and reported ${JSON.stringify(numbers)}`)
  return numbers
}

/** `peers` maps a name to a program. Resolves to the median of every number, by peer. */
export async function compare({ peers, rounds, args, env, around = (run) => run() }) {
  const runs = Object.fromEntries(Object.keys(peers).map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const [name, program] of Object.entries(peers)) {
      runs[name].push(await around(() => runOnce(program, args, env)))
    }
  }
  return Object.fromEntries(Object.entries(runs).map(([name, results]) => [name, medians(results)]))
}

function medians(results) {
  const names = Object.keys(results[0])
  return Object.fromEntries(names.map((name) => [name, median(results.map((result) => result[name]))]))
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}
