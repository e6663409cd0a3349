/** A TCP connection in constant use: measures its longest gap and whether it survives. */
import type { NodeNamespace } from './node-namespace.ts'

export interface FlowReport {
  /** Messages that came back in order and complete. */
  readonly echoes: number
  readonly longestGapMs: number
  /** Why the connection ended early; undefined while it is open. */
  readonly failure?: string
}

/** Sends a number every 20 ms and waits for its echo; prints a report as JSON for every line of input. */
const program = `
const socket = require('node:net').connect({ host: process.argv[1], port: 8081 })
const { performance } = require('node:perf_hooks')
let sent = 0, echoes = 0, longestGapMs = 0, last = performance.now(), failure, rest = ''
socket.setNoDelay(true)
const beat = () => {
  const now = performance.now()
  longestGapMs = Math.max(longestGapMs, now - last)
}
socket.on('data', (chunk) => {
  const lines = (rest + chunk).split('\\n')
  rest = lines.pop()
  for (const line of lines) {
    if (Number(line) !== echoes) failure = 'expected ' + echoes + ', got ' + line
    echoes++
  }
  beat()
  last = performance.now()
})
socket.on('error', (error) => { failure = error.message })
socket.on('close', () => { failure ??= 'closed' })
setInterval(() => { if (!socket.destroyed) socket.write(sent++ + '\\n') }, 20)
process.stdin.on('data', () => {
  beat()
  console.log(JSON.stringify({ echoes, longestGapMs, failure }))
  longestGapMs = 0
})
process.stdin.on('end', () => process.exit())
`

export interface Flow extends AsyncDisposable {
  /** A report since the previous one. */
  report(): Promise<FlowReport>
}

export function startFlow(node: NodeNamespace, pod: string, to: string): Flow {
  const child = node.spawnTalking(pod, process.execPath, ['-e', program, to])
  let answer: ((line: string) => void) | undefined
  let rest = ''
  child.stdout!.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) answer?.(line)
  })
  return {
    report: () =>
      new Promise((resolve) => {
        answer = (line) => resolve(JSON.parse(line) as FlowReport)
        child.stdin!.write('\n')
      }),
    async [Symbol.asyncDispose]() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.stdin!.end()
      await ended
    },
  }
}
