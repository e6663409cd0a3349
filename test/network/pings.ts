/** A continuous ping with sequence numbers, to detect lost packets. */
import type { NodeNamespace } from './node-namespace.ts'

export interface Pings extends AsyncDisposable {
  /** The number of replies so far. */
  answered(): number
  /** Sequence numbers without a reply before the last reply: later ones may be in flight. */
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
