import { ConfigMap } from '@kubewright/kubernetes/core/v1'
import { describe, expect, it } from 'vitest'
import { fromSecrets } from './clusters/from-secrets.ts'
import { createManager } from './create-manager.ts'
import { createLogger } from './log/create-logger.ts'
import { managerFlags } from './manager-flags.ts'
import { runProgram } from './run-program.ts'

const manager = (options: object) =>
  createManager({ client: {} as never, controllers: [], environment: {}, ...options })

describe('options without type checking', () => {
  it.each<{ name: string; use: () => unknown; why: string }>([
    {
      name: 'cache.kinds',
      use: () => manager({ cache: { kinds: [{ resource: ConfigMap, labls: 'a=b' }] } }),
      why: 'cache.kinds[0].labls is not a key of a kind of the cache: did you mean labels?',
    },
    {
      name: 'clusters.add',
      use: () => manager({}).clusters.add('east', { server: 'https://east.example.dev' }, { requierd: true } as object),
      why: 'Cannot add the cluster east: requierd is not a key of the options of a cluster: did you mean required?',
    },
    {
      name: 'fromSecrets',
      use: () => fromSecrets({ namespace: 'peers', label: 'a=b' } as never),
      why: 'labels is missing; label is not a key of the options of fromSecrets(): did you mean labels?',
    },
    { name: 'createLogger', use: () => createLogger({ lvel: 'debug' } as object), why: 'did you mean level?' },
    {
      name: 'createLogger',
      use: () => createLogger({ level: 'wran' as never }),
      why: 'level is "wran", did you mean warn?',
    },
    { name: 'managerFlags', use: () => managerFlags([], { other: 'refuse' } as object), why: 'did you mean others?' },
  ])('are refused by $name: $why', ({ use, why }) => {
    expect(use).toThrow(
      expect.objectContaining({ code: 'KW_MANAGER_OPTION', message: expect.stringContaining(why) as string }),
    )
  })

  it('may contain a label of a cluster that is undefined, which is absent', () => {
    const { clusters } = manager({})
    const add = (name: string, region: unknown) =>
      clusters.add(name, { server: 'https://east.example.dev' }, { labels: { region } } as object)
    expect(() => add('east', 1)).toThrow('labels.region is a number, not text')
    expect(() => add('east', undefined)).not.toThrow()
  })

  it('are refused by runProgram before the program runs', async () => {
    const ran: string[] = []
    const running = runProgram(async () => void ran.push('ran'), { exti: () => {} } as object)
    await expect(running).rejects.toThrow('exti is not a key of the options of runProgram(): did you mean exit?')
    expect(ran).toEqual([])
  })
})
