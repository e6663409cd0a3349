import type { Pod } from '@kubewright/kubernetes/core/v1'
import { describe, expect, it } from 'vitest'
import { behaviourOf, type PodOptions } from './behaviour.ts'

const web = { name: 'web', image: 'web:1' }
const podOf = (annotations: Record<string, string> = {}, owner?: string): Pod =>
  ({
    metadata: {
      name: 'web',
      annotations,
      ...(owner === undefined ? {} : { ownerReferences: [{ kind: owner, name: 'o', uid: 'u', controller: true }] }),
    },
    spec: { containers: [web] },
  }) as unknown as Pod
const annotation = 'simulation.kubewright.dev/behaviour'

describe('the behaviour of a simulated container', () => {
  const crashing: PodOptions = { behaviour: () => ({ does: 'crashes', after: '3s', exitCode: 9 }) }
  it.each([
    { name: 'defaults to runs', pod: podOf(), options: {}, does: 'runs' },
    { name: 'defaults to completes for a Job', pod: podOf({}, 'Job'), options: {}, does: 'completes' },
    { name: 'is set by the option', pod: podOf(), options: crashing, does: 'crashes' },
    {
      name: 'is set by the pod annotation before the option',
      pod: podOf({ [annotation]: 'never-ready' }),
      options: crashing,
      does: 'never-ready',
    },
    {
      name: 'is set by name of the container',
      pod: podOf({ [annotation]: 'db=runs, web=crashes' }),
      options: {},
      does: 'crashes',
    },
    {
      name: 'ignores the annotation for another container',
      pod: podOf({ [annotation]: 'db=crashes' }),
      options: {},
      does: 'runs',
    },
  ])('$name', ({ pod, options, does }) => {
    expect(behaviourOf(pod, web, options).does).toBe(does)
  })

  describe('the default behaviour of init containers and sidecars', () => {
    const init = { name: 'first', image: 'a' }
    const sidecar = { name: 'proxy', image: 'p', restartPolicy: 'Always' }
    const withInit = (annotations: Record<string, string> = {}, owner?: string): Pod => {
      const pod = podOf(annotations, owner)
      return { ...pod, spec: { ...pod.spec, initContainers: [init, sidecar] } } as Pod
    }
    it.each([
      { name: 'completes, for an init container', pod: withInit(), container: init, does: 'completes' },
      { name: 'runs, for a sidecar', pod: withInit(), container: sidecar, does: 'runs' },
      { name: 'runs, for a sidecar of a Job', pod: withInit({}, 'Job'), container: sidecar, does: 'runs' },
      {
        name: 'completes, even if the annotation for all says otherwise',
        pod: withInit({ [annotation]: 'never-ready' }),
        container: init,
        does: 'completes',
      },
      {
        name: 'is set by name for an init container',
        pod: withInit({ [annotation]: 'first=crashes' }),
        container: init,
        does: 'crashes',
      },
    ])('$name', ({ pod, container, does }) => {
      expect(behaviourOf(pod, container, {}).does).toBe(does)
    })
  })

  it('takes durations from the pod annotations first', () => {
    const pod = podOf({ 'simulation.kubewright.dev/run-time': '7s', 'simulation.kubewright.dev/start-delay': '2s' })
    expect(behaviourOf(pod, web, crashing)).toEqual({
      does: 'crashes',
      afterMs: 7_000,
      exitCode: 9,
      message: undefined,
      startDelayMs: 2_000,
      stopDelayMs: 100,
    })
  })

  it('is refused if it is unknown or its exit code is invalid', () => {
    expect(() => behaviourOf(podOf({ [annotation]: 'sings' }), web, {})).toThrow(
      'Cannot behave like "sings": it is not a known behaviour. Choose among runs,',
    )
    expect(() => behaviourOf(podOf(), web, { behaviour: () => ({ does: 'crashes', exitCode: 256 }) })).toThrow(
      'Cannot end with the code 256',
    )
  })
})
