/** Prints the phase of the stack whenever it changes. */
import { IotSnapRoot } from '../src/iotsnap-root.ts'
import type { Demo } from './start-demo.ts'

/** @param namespace of the stack */
export function followProgress({ cluster }: Demo, namespace: string): AsyncDisposable {
  const stop = new AbortController()
  const ended = follow(cluster, namespace, stop.signal).catch((error: unknown) => {
    if (!stop.signal.aborted) throw error
  })
  return {
    async [Symbol.asyncDispose]() {
      stop.abort()
      await ended
    },
  }
}

async function follow({ client }: Demo['cluster'], namespace: string, signal: AbortSignal): Promise<void> {
  let said = ''
  for await (const event of client.watch(IotSnapRoot, { namespace, signal })) {
    const status = 'object' in event ? (event.object as IotSnapRoot).status : undefined
    if (status?.phase === undefined) continue
    const line = `  ${status.phase}${status.step === undefined ? '' : `: ${status.step}`}`
    if (line !== said) console.log(line)
    said = line
  }
}
