import type { Pod, StatefulSet } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { revisionHashLabel } from '../../names.ts'
import { planStatefulSet } from './stateful-set-plan.ts'

/** `1` runs, `1?` does not yet, `1x` failed, `1-` is about to go, `1'` is of the new revision. */
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
    { name: 'begins with the first', spec: { replicas: 3 }, pods: '', plan: '+0' },
    { name: 'goes on when it serves', spec: { replicas: 3 }, pods: '0', plan: '+1' },
    { name: 'waits while it does not', spec: { replicas: 3 }, pods: '0?', plan: '' },
    { name: 'waits while one is about to go', spec: { replicas: 3 }, pods: '0 1-', plan: '' },
    { name: 'fills a gap before it goes on', spec: { replicas: 3 }, pods: '0 2', plan: '+1' },
    { name: 'removes one that failed', spec: { replicas: 2 }, pods: '0x 1', plan: '-0' },
    { name: 'makes all at once in parallel', spec: { replicas: 3, ...parallel }, pods: '1?', plan: '+0 +2' },
    { name: 'removes the last first', spec: { replicas: 1 }, pods: '0 1 2', plan: '-2' },
    { name: 'waits until it is gone', spec: { replicas: 1 }, pods: '0 1 2-', plan: '' },
    { name: 'removes none while one that stays does not serve', spec: { replicas: 1 }, pods: '0? 1', plan: '' },
    { name: 'removes all at once in parallel', spec: { replicas: 1, ...parallel }, pods: '0 1 2', plan: '-2 -1' },
    { name: 'begins elsewhere if told so', spec: { replicas: 1, ordinals: { start: 3 } }, pods: '', plan: '+3' },
    { name: 'updates the last first', spec: { replicas: 3 }, pods: '0 1 2', update: true, plan: '-2' },
    { name: 'goes on once that serves', spec: { replicas: 3 }, pods: "0 1 2'", update: true, plan: '-1' },
    {
      name: 'stops at the partition',
      spec: { replicas: 3, updateStrategy: { rollingUpdate: { partition: 2 } } },
      pods: "0 1 2'",
      update: true,
      plan: '',
    },
    {
      name: 'updates several if that many may be missing',
      spec: { replicas: 3, updateStrategy: { rollingUpdate: { maxUnavailable: 2 } } },
      pods: '0 1 2',
      update: true,
      plan: '-2 -1',
    },
    {
      name: 'leaves updates to whoever deletes',
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

  it('does nothing any more once it is deleted', () => {
    const metadata = { name: 'db', deletionTimestamp: '2026-01-01T00:00:00Z' }
    const set = { metadata, spec: { replicas: 3 } } as unknown as StatefulSet
    const revisions = { current: 'old', update: 'old' }
    expect(planStatefulSet(set, [], { revisions, now: 0 })).toEqual({ create: [], remove: [], condemned: [] })
  })
})
