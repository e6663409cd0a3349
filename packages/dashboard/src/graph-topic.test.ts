import { describe, expect, it } from 'vitest'
import { connectedTo, type GraphNode } from './graph-topic.ts'

const node = (kind: string, name: string, owners: readonly string[] = []): GraphNode => ({
  group: '',
  version: 'v1',
  kind,
  namespace: 'default',
  name,
  owners,
  health: { tone: 'quiet', text: '' },
})
const nodes = new Map([
  ['d', node('Deployment', 'blog')],
  ['r', node('ReplicaSet', 'blog-1', ['d'])],
  ['p', node('Pod', 'blog-1-a', ['r'])],
  ['x', node('Pod', 'lonely')],
  ['a', node('A', 'a', ['b'])],
  ['b', node('B', 'b', ['a'])],
])
const at = (kind: string, name: string) => ({ kind: { group: '', version: 'v1', kind }, namespace: 'default', name })

describe('the owner graph of an object', () => {
  it.each([
    ['the owner', at('Deployment', 'blog'), ['d', 'r', 'p']],
    ['the last descendant', at('Pod', 'blog-1-a'), ['d', 'r', 'p']],
    ['an object without owner', at('Pod', 'lonely'), ['x']],
    ['one of two objects that own each other', at('A', 'a'), ['a', 'b']],
    ['a missing object', at('Pod', 'none'), []],
  ])('starts at the topmost owner, seen from %s', (_, path, uids) => {
    expect([...connectedTo(path, nodes).keys()]).toEqual(uids)
  })
})
