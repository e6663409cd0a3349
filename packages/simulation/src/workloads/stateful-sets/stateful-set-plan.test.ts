import type { Pod, StatefulSet } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { revisionHashLabel } from '../../names.ts'
import { planStatefulSet } from './stateful-set-plan.ts'

/** `1` ready, `1?` not ready, `1x` failed, `1-` being deleted, `1'` of the new revision. */
function podOf(text: string): Pod {
  const [, ordinal, mark] = /^(\d+)(.*)$/.exec(text)!
  const ready = { type: 'Ready', status: mark === '?' || mark === 'x' ? 'False' : 'True' }
  return {
    metadata: {
      name: `db-${ordinal}`,
      labels: { [revisionHashLabel]: mark === "'" ? 'new' : 'old' },
      ...(mark === '-' ? { deletionTimestamp: '2026-01-01T00:00:00Z' } : {}),
    },
    status: { phase: mark === 'x' ? 'Failed' : mark === '?' ? 'Pending' : 'Running', conditions: [ready] },
  } as unknown as Pod
}

interface Case {
  readonly name: string
  readonly spec: object
  readonly pods: string
  readonly update?: boolean
  /** `+2` makes db-2, `-2` removes it. */
  readonly plan: string
}

describe('planStatefulSet', () => {
  const parallel = { podManagementPolicy: 'Parallel' }
  const cases: readonly Case[] = [
    { name: 'creates the first ordinal', spec: { replicas: 3 }, pods: '', plan: '+0' },
    { name: 'creates the next once it is ready', spec: { replicas: 3 }, pods: '0', plan: '+1' },
    { name: 'waits while it is not ready', spec: { replicas: 3 }, pods: '0?', plan: '' },
    { name: 'waits while a pod is being deleted', spec: { replicas: 3 }, pods: '0 1-', plan: '' },
    { name: 'fills a gap first', spec: { replicas: 3 }, pods: '0 2', plan: '+1' },
    { name: 'deletes a failed pod', spec: { replicas: 2 }, pods: '0x 1', plan: '-0' },
    { name: 'creates all at once with Parallel', spec: { replicas: 3, ...parallel }, pods: '1?', plan: '+0 +2' },
    { name: 'scales down the highest ordinal first', spec: { replicas: 1 }, pods: '0 1 2', plan: '-2' },
    { name: 'waits until that is deleted', spec: { replicas: 1 }, pods: '0 1 2-', plan: '' },
    { name: 'does not scale down while a remaining pod is not ready', spec: { replicas: 1 }, pods: '0? 1', plan: '' },
    { name: 'scales down all at once with Parallel', spec: { replicas: 1, ...parallel }, pods: '0 1 2', plan: '-2 -1' },
    { name: 'starts at spec.ordinals.start', spec: { replicas: 1, ordinals: { start: 3 } }, pods: '', plan: '+3' },
    { name: 'updates the highest ordinal first', spec: { replicas: 3 }, pods: '0 1 2', update: true, plan: '-2' },
    { name: 'continues once that is ready', spec: { replicas: 3 }, pods: "0 1 2'", update: true, plan: '-1' },
    {
      name: 'stops at the partition',
      spec: { replicas: 3, updateStrategy: { rollingUpdate: { partition: 2 } } },
      pods: "0 1 2'",
      update: true,
      plan: '',
    },
    {
      name: 'updates several if maxUnavailable allows it',
      spec: { replicas: 3, updateStrategy: { rollingUpdate: { maxUnavailable: 2 } } },
      pods: '0 1 2',
      update: true,
      plan: '-2 -1',
    },
    {
      name: 'updates nothing with OnDelete',
      spec: { replicas: 2, updateStrategy: { type: 'OnDelete' } },
      pods: '0 1',
      update: true,
      plan: '',
    },
  ]
  it.each(cases)('$name', ({ spec, pods, update = false, plan }) => {
    const set = { metadata: { name: 'db' }, spec } as unknown as StatefulSet
    const all = pods.split(' ').filter(Boolean).map(podOf)
    const revisions = { current: 'old', update: update ? 'new' : 'old' }
    const { create, remove } = planStatefulSet(set, all, { revisions, now: 0 })
    const made = create.map(({ ordinal }) => `+${ordinal}`)
    const removed = remove.map(({ metadata }) => metadata.name.replace('db', ''))
    expect([...made, ...removed].join(' ')).toBe(plan)
  })

  it('does nothing once the StatefulSet is being deleted', () => {
    const metadata = { name: 'db', deletionTimestamp: '2026-01-01T00:00:00Z' }
    const set = { metadata, spec: { replicas: 3 } } as unknown as StatefulSet
    const revisions = { current: 'old', update: 'old' }
    expect(planStatefulSet(set, [], { revisions, now: 0 })).toEqual({ create: [], remove: [], condemned: [] })
  })
})
