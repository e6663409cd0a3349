import type { RequestScope } from '@kubewright/client/transport'
import { describe, expect, it } from 'vitest'
import { onAbandoned } from './abandoned-call.ts'

describe('onAbandoned', () => {
  it('is called for an aborted signal and an aborted scope', () => {
    const heard: string[] = []
    const stop = new AbortController()
    const told = new Set<() => void>()
    const scope: RequestScope = {
      aborted: false,
      reason: undefined,
      onAbort: (run) => {
        told.add(run)
        return { [Symbol.dispose]: () => void told.delete(run) }
      },
    }
    onAbandoned(stop.signal, () => heard.push('signal'))
    onAbandoned(stop.signal, () => heard.push('disposed'))[Symbol.dispose]()
    onAbandoned(scope, () => heard.push('scope'))
    onAbandoned(scope, () => heard.push('disposed'))[Symbol.dispose]()
    stop.abort()
    for (const run of told) run()
    expect(heard).toEqual(['signal', 'scope'])
  })
})
