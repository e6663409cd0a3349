import type { ReplicatedEntry } from '@kubewright/dashboard/topics'
import { expect, it } from 'vitest'
import { listReplicated, matchingReplicated } from './replicated-list.ts'

const entry = (name: string, rest: Partial<ReplicatedEntry> = {}): ReplicatedEntry => ({
  object: { group: 'net.example.dev', version: 'v1', kind: 'Subnet', namespace: 'default', name },
  direction: 'out',
  clusters: ['id-1'],
  isDeleting: false,
  ...rest,
})
const bad = { status: 'False', reason: 'Unreachable', message: 'berlin: no answer' } as const
const clusters = [{ name: 'berlin', identity: 'id-1', secrets: [] }]
const list = () =>
  listReplicated(
    new Map<string, never>([
      ['1', entry('b', { state: { status: 'True', reason: 'Synced', message: 'Replicated to berlin.' } })],
      ['2', entry('a', { direction: 'in', clusters: ['0f2c1111-2222-3333'] })],
      ['3', entry('c', { state: bad })],
      ['4', entry('d', { isDeleting: true, state: bad })],
      ['count', { total: 4, counts: [] }],
    ] as never),
    clusters,
  )

it('replicated objects with a problem come first, with cluster names and causes', () => {
  expect(list().map(({ uid, where, why }) => [uid, where, why])).toEqual([
    ['3', '→ berlin', 'berlin: no answer'],
    ['4', '→ berlin', 'It is being deleted, and stays until its replica at berlin is gone. berlin: no answer'],
    ['2', '← 0f2c1111…', 'A replica: its content comes from there, its status goes back.'],
    ['1', '→ berlin', 'Replicated to berlin.'],
  ])
})

it.each([
  ['unreachable', ['3', '4']],
  ['SUBNET berlin c', ['3', '4', '1']],
  ['nothing like it', []],
  ['', ['3', '4', '2', '1']],
])('the search %j finds replicated objects with all words', (text, uids) => {
  expect(matchingReplicated(list(), text).map(({ uid }) => uid)).toEqual(uids)
})
