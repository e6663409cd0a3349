import type { RequestScope } from '@kubewright/client/transport'
import { describe, expect, it } from 'vitest'
import { onGivenUp } from './abandoned-call.ts'

describe('onGivenUp', () => {
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
    onGivenUp(stop.signal, () => heard.push('signal'))
    onGivenUp(stop.signal, () => heard.push('disposed'))[Symbol.dispose]()
    onGivenUp(scope, () => heard.push('scope'))
    onGivenUp(scope, () => heard.push('disposed'))[Symbol.dispose]()
    stop.abort()
    for (const run of told) run()
    expect(heard).toEqual(['signal', 'scope'])
  })
})
