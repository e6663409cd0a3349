import { recordedLog, VirtualClock } from '@kubewright/core/testing'
import { ConfigMap, Secret } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { formatWork } from '../ring/shared-work.ts'
import { MismatchedShards, findMismatchedShards } from './mismatched-shards.ts'

const maps = formatWork([{ for: ConfigMap, owns: [] }], undefined)
const mapsOfWeb = formatWork([{ for: ConfigMap, owns: [], scope: { labels: 'team=web' } }], undefined)
const secrets = formatWork([{ for: Secret, owns: [] }], undefined)
const works = (...each: readonly string[]) => new Map(each.map((work, index) => [`web-${index}`, work]))

describe('shards that work on', () => {
  it.each([
    ['the same kinds', works(maps, maps)],
    ['the same kinds but own others', works(maps, formatWork([{ for: ConfigMap, owns: [Secret] }], undefined))],
    ['the same kinds in namespaces being reconfigured', works(maps, formatWork([{ for: ConfigMap, owns: [] }], 'a=b'))],
    ['unreadable work', works(maps, 'by hand', '')],
    ['nothing, because there are none', works()],
  ])('%s are consistent', (_, given) => {
    expect(findMismatchedShards(given)).toBeUndefined()
  })

  it.each([
    ['different kinds', works(maps, secrets), 'web-0 reconciles ConfigMap; web-1 reconciles Secret'],
    [
      'different selections of one kind',
      works(mapsOfWeb, maps),
      'web-0 reconciles ConfigMap (team=web); web-1 reconciles ConfigMap',
    ],
    ['no kinds', works(maps, formatWork([], undefined)), 'web-0 reconciles ConfigMap; web-1 reconciles nothing'],
    [
      'different kinds, in a large fleet',
      works(maps, maps, maps, maps, maps, secrets),
      'web-0, web-1, web-2 and 2 more reconcile ConfigMap; web-5 reconciles Secret',
    ],
  ])('%s are mismatched', (_, given, parts) => {
    expect(findMismatchedShards(given)).toBe(
      `Shards reconcile different kinds: ${parts}. Each is assigned objects that it does not reconcile. ` +
        'Unless a rollout is in progress, two programs use the name of this ring: give each a ring of its own.',
    )
  })

  it('different kinds are reported once, and only after a while, because leases are updated on renewal', async () => {
    const clock = new VirtualClock()
    const { log, messages } = recordedLog()
    const [same, other] = [works(maps, maps), works(maps, secrets)]
    let now = other
    const observationOf = (shard: string) => ({
      lease: { holder: `${shard}/1`, durationMs: 15_000, work: now.get(shard) },
    })
    const sees = (shard: string) =>
      ({ shard, since: clock.elapsed(), isMissing: false, ...observationOf(shard) }) as never
    const unlike = new MismatchedShards({ shards: { names: [...other.keys()], observationOf: sees }, clock, log })
    const after = async (ms: number) => {
      await clock.advance(ms)
      return unlike.sentence
    }
    expect([await after(0), await after(9_000)]).toEqual([undefined, undefined])
    now = same
    expect(await after(500)).toBeUndefined()
    now = other
    expect([await after(500), await after(10_000), await after(1_000)]).toEqual([undefined, ...twice(other)])
    now = same
    expect(await after(0)).toBeUndefined()
    expect(messages).toEqual([findMismatchedShards(other)])
  })
})

const twice = (given: ReadonlyMap<string, string>) => [findMismatchedShards(given), findMismatchedShards(given)]
