import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createClient } from '../create-client.ts'
import { blogRef, Website } from '../testing/kinds.ts'
import { type Route, ScriptedServer } from '../scripted/scripted-server.ts'
import { ScriptedStream } from '../scripted/scripted-stream.ts'

const warnings: Error[] = []
const note = (warning: Error) => warnings.push(warning)
beforeEach(() => process.on('warning', note))
afterEach(() => {
  process.off('warning', note)
  warnings.length = 0
})

/** Node emits its warnings asynchronously and in order: once this one has arrived, all before it have. */
async function warningsSoFar(): Promise<readonly string[]> {
  const last = once(process, 'warning')
  process.emitWarning('the last one')
  await last
  return warnings.map(({ message }) => message).filter((message) => message !== 'the last one')
}

describe('one AbortSignal shared by fifty operations', () => {
  const never: Route = () => new Promise(() => {})

  it('causes no MaxListeners warning and aborts all watches', async () => {
    const server = new ScriptedServer({ '*': () => ({ stream: new ScriptedStream() }) })
    const client = createClient(server)
    const controller = new AbortController()
    const ends = Array.from({ length: 50 }, () =>
      client
        .watch(Website, { signal: controller.signal })
        [Symbol.asyncIterator]()
        .next()
        .catch((error: unknown) => error),
    )
    expect(await warningsSoFar()).toEqual([])
    const reason = new Error('enough')
    controller.abort(reason)
    expect(new Set(await Promise.all(ends))).toEqual(new Set([reason]))
    await client[Symbol.asyncDispose]()
  })

  it('causes no MaxListeners warning and aborts all calls and discoveries', async () => {
    const client = createClient(new ScriptedServer({ '*': never }), { maxInFlight: 5 })
    const controller = new AbortController()
    const options = { signal: controller.signal }
    const ends = Array.from({ length: 50 }, () => [
      client.get(Website, blogRef, options),
      client.discover('Pod', options),
    ])
    const reasons = ends.flat().map((end) => end.catch((error: unknown) => error))
    expect(await warningsSoFar()).toEqual([])
    const reason = new Error('enough')
    controller.abort(reason)
    expect(new Set(await Promise.all(reasons))).toEqual(new Set([reason]))
    await client[Symbol.asyncDispose]()
  })
})
