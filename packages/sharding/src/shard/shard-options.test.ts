import { describe, expect, it } from 'vitest'
import { resolveShardOptions } from './shard-options.ts'

const options = { ring: 'maps', namespace: 'web', identity: 'web-0' } as const

describe('the options of a shard', () => {
  it('have these defaults', () => {
    expect(resolveShardOptions(options)).toEqual({
      ring: 'maps',
      namespace: 'web',
      shard: 'web-0',
      isShard: true,
      isSharder: true,
      timing: expect.objectContaining({ durationMs: 15_000, renewWithinMs: 10_000, retryEveryMs: 2_000 }) as unknown,
      drainWithinMs: 30_000,
      reservedMs: 0,
      namespaceSelector: undefined,
      concurrentMoves: 100,
      syncEveryMs: 300_000,
      hasResource: true,
    })
  })

  it.each([
    { mode: 'both', isShard: true, isSharder: true },
    { mode: 'shard', isShard: true, isSharder: false },
    { mode: 'sharder', isShard: false, isSharder: true },
  ] as const)('determine the role of the process: $mode', ({ mode, isShard, isSharder }) => {
    expect(resolveShardOptions({ ...options, mode })).toMatchObject({ isShard, isSharder })
  })

  it('accept a namespace selector as string or object', () => {
    const selectorOf = (namespaceSelector: never) =>
      resolveShardOptions({ ...options, namespaceSelector }).namespaceSelector
    expect(selectorOf('team=web' as never)).toBe('team=web')
    expect(selectorOf({ matchLabels: { team: 'web' } } as never)).toBe('team=web')
  })

  it.each([
    [{ identity: undefined }, 'Cannot name a shard: no name is given.'],
    [{ identity: '' }, 'Cannot name a shard: no name is given.'],
    [{ identity: 'web.0' }, 'Cannot name a shard "web.0": must not contain dots.'],
    [{ ring: '' }, 'Cannot name a ring: no name is given.'],
    [{ namespace: '' }, 'Cannot name a namespace of leases: no name is given.'],
    [{ namespace: undefined }, 'Cannot name a namespace of leases: no name is given.'],
    [{ mode: 'all' }, 'Cannot use the mode "all" for a shard: there is no such mode. Choose one of'],
  ])('are validated: %j', (given, message) => {
    expect(() => resolveShardOptions({ ...options, ...given } as never)).toThrow(message)
  })
})
