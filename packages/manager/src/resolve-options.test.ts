import { seededIds, seededRandom } from '@kubewright/core/testing'
import { alone } from '@kubewright/lease'
import { describe, expect, it } from 'vitest'
import { managerFlags } from './manager-flags.ts'
import type { ManagerOptions } from './manager-options.ts'
import { resolveOptions } from './resolve-options.ts'

const ids = seededIds(seededRandom(1))

function resolved(options: Partial<ManagerOptions>) {
  return resolveOptions({ client: {} as never, controllers: [], environment: {}, ids, ...options } as ManagerOptions)
}

describe('resolveOptions', () => {
  it('has the documented defaults', () => {
    expect(resolved({})).toMatchObject({
      name: 'kubewright',
      namespace: undefined,
      concurrency: undefined,
      health: undefined,
      metrics: undefined,
      profiling: undefined,
      shutdownTimeoutMs: 30_000,
      syncTimeoutMs: 120_000,
      permissions: 'require',
    })
  })

  it('prefers flags over the environment, and the environment over code', () => {
    const code = { health: { port: 1 }, metrics: { port: 1 }, profiling: { port: 1 }, shutdownTimeout: '1s' } as const
    const environment = { KUBEWRIGHT_METRICS_PORT: '2', KUBEWRIGHT_PROFILING_PORT: '2' }
    const flags = managerFlags(['--profiling-port=3'])
    const { health, metrics, profiling, shutdownTimeoutMs } = resolved({ ...code, environment, flags })
    expect([health?.port, metrics?.port, profiling?.port, shutdownTimeoutMs]).toEqual([1, 2, 3, 1_000])
  })

  it('listens on all addresses inside a pod and on loopback elsewhere; profiling stays on loopback', () => {
    const ports = { health: { port: 0 }, profiling: { port: 0 } }
    const hosts = (environment: Record<string, string>) => {
      const { health, profiling } = resolved({ ...ports, environment })
      return [health?.host, profiling?.host]
    }
    expect(hosts({})).toEqual(['127.0.0.1', '127.0.0.1'])
    expect(hosts({ KUBERNETES_SERVICE_HOST: '10.0.0.1' })).toEqual([undefined, '127.0.0.1'])
    expect(hosts({ KUBEWRIGHT_HEALTH_HOST: '::1' })).toEqual(['::1', '127.0.0.1'])
  })

  it('ignores keys of the kubewright command, and refuses unknown keys', () => {
    const operator = { namespace: 'a', image: 'a:1', resources: [], grants: [], deployment: { replicas: 3 } }
    expect(resolved({ name: 'a', ...operator }).name).toBe('a')
    expect(() => resolved({ ...operator, permission: 'skip' } as object)).toThrow(
      'Cannot create a manager: permission is not a key of a manager: did you mean permissions?',
    )
  })

  it('refuses an invalid port', () => {
    expect(() => resolved({ health: { port: 70_000 } })).toThrow(
      'Cannot serve health: its port is 70000. Give a port up to 65535, or 0 for any that is free.',
    )
  })

  it.each([0, -1, 1.5, Number.NaN])('refuses a concurrency of %d', (concurrency) => {
    expect(() => resolved({ concurrency })).toThrow(
      `Cannot create a manager: concurrency is ${concurrency}. Give a whole number from 1 upwards, or leave it out.`,
    )
  })

  it('reads the concurrency from the environment too', () => {
    expect(resolved({ concurrency: 2, environment: { KUBEWRIGHT_CONCURRENCY: '5' } }).concurrency).toBe(5)
    expect(() => resolved({ environment: { KUBEWRIGHT_CONCURRENCY: '0' } })).toThrow('is not a number from 1 upwards')
  })

  it('is named after its lease, with a unique identity per process', () => {
    const coordination = { ...alone(), lease: { namespace: 'web', name: 'operator' } }
    const [one, two] = [resolved({ coordination }), resolved({ coordination })]
    expect([one.name, resolved({ coordination, name: 'mine' }).name]).toEqual(['operator', 'mine'])
    expect(one.identity).not.toBe(two.identity)
    expect(one.identity).toMatch(/^.+_[0-9a-f-]{36}$/)
    expect(resolved({ identity: 'pod-1' }).identity).toMatch(/^pod-1_[0-9a-f-]{36}$/)
  })
})
