/** Packets sent all the time, each with a number: which of them came back? */
import type { NodeNamespace } from './node-namespace.ts'

export interface Pings extends AsyncDisposable {
  /** How many were answered so far. */
  answered(): number
  /** The numbers without an answer before the last one that has one: later ones may be on their way. */
  lost(): number[]
}

/** Pings `to` from a pod every 20 ms until it is disposed. */
export function startPings(node: NodeNamespace, pod: string, to: string): Pings {
  const child = node.spawnTalking(pod, 'ping', ['-n', '-i', '0.02', to])
  const numbers = new Set<number>()
  let rest = ''
  child.stdout!.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const number = / bytes from .* icmp_seq=(\d+) /.exec(line)?.[1]
      if (number !== undefined) numbers.add(Number(number))
    }
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  return {
    answered: () => numbers.size,
    lost: () => Array.from({ length: Math.max(0, ...numbers) }, (_, index) => index + 1).filter((n) => !numbers.has(n)),
    async [Symbol.asyncDispose]() {
      child.kill('SIGINT')
      await ended
    },
  }
}
