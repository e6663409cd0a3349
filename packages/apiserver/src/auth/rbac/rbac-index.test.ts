import { randomInt, seededRandom } from '@kubewright/core/random'
import { describe, expect, it } from 'vitest'
import { Store } from '../../storage/store.ts'
import type { User } from '../../identity/user.ts'
import { type Binding, describeBinding, keyOfSubject, keysOf } from './binding.ts'
import { RbacIndex } from './rbac-index.ts'

function openCollections() {
  const store = new Store()
  return {
    roles: store.collection('roles'),
    roleBindings: store.collection('rolebindings'),
    clusterRoles: store.collection('clusterroles'),
    clusterRoleBindings: store.collection('clusterrolebindings'),
  }
}

type Collections = ReturnType<typeof openCollections>

function put(collections: Collections, kind: keyof Collections, key: string, body: object | undefined): void {
  const collection = collections[kind]
  const at = collection.read(key)?.revision
  const [name, namespace] = key.split('/').reverse()
  const text = JSON.stringify({ metadata: { name, namespace }, ...body })
  if (body !== undefined) collection.put(key, at, () => ({ text, labels: undefined }))
  else if (at !== undefined) collection.remove(key, at, () => collection.read(key)!.object)
}

const ruleFor = (verb: string) => ({ rules: [{ verbs: [verb], apiGroups: [''], resources: ['pods'] }] })
const bindingTo = (name: string, ...subjects: object[]) => ({ roleRef: { kind: 'ClusterRole', name }, subjects })
const namesOf = (index: RbacIndex, user: User, namespace = '') =>
  index.grantsOf(user, namespace).map(({ binding }) => `${binding.namespace}/${binding.name}`)

const ada: User = { name: 'ada', groups: ['staff'] }

describe('RbacIndex', () => {
  it('finds bindings by user and group, each once, cluster-wide ones first', () => {
    const collections = openCollections()
    using index = new RbacIndex(collections)
    put(collections, 'clusterRoles', 'reader', ruleFor('get'))
    put(collections, 'clusterRoleBindings', 'z', bindingTo('reader', { kind: 'User', name: 'ada' }))
    put(
      collections,
      'clusterRoleBindings',
      'b',
      bindingTo('reader', { kind: 'Group', name: 'staff' }, { kind: 'User', name: 'ada' }),
    )
    put(collections, 'clusterRoleBindings', 'c', bindingTo('reader', { kind: 'User', name: 'bob' }))
    put(collections, 'roleBindings', 'one/a', bindingTo('reader', { kind: 'User', name: 'ada' }))

    expect(namesOf(index, ada)).toEqual(['/b', '/z'])
    expect(namesOf(index, ada, 'one')).toEqual(['/b', '/z', 'one/a'])
    expect(namesOf(index, ada, 'two')).toEqual(['/b', '/z'])
  })

  it('follows changes and deletions of bindings and roles immediately', () => {
    const collections = openCollections()
    using index = new RbacIndex(collections)
    const rules = () => index.grantsOf(ada, '').map(({ rules: own }) => own?.[0]?.verbs)
    put(collections, 'clusterRoleBindings', 'b', bindingTo('reader', { kind: 'User', name: 'ada' }))
    expect(rules()).toEqual([undefined])
    put(collections, 'clusterRoles', 'reader', ruleFor('get'))
    expect(rules()).toEqual([['get']])
    put(collections, 'clusterRoles', 'reader', ruleFor('list'))
    expect(rules()).toEqual([['list']])
    put(collections, 'clusterRoleBindings', 'b', bindingTo('reader', { kind: 'User', name: 'bob' }))
    expect(rules()).toEqual([])
    put(collections, 'clusterRoleBindings', 'b', bindingTo('reader', { kind: 'User', name: 'ada' }))
    put(collections, 'clusterRoles', 'reader', undefined)
    expect(rules()).toEqual([undefined])
    put(collections, 'clusterRoleBindings', 'b', undefined)
    expect(rules()).toEqual([])
  })

  it("resolves service accounts without namespace to the binding's namespace, and never cluster-wide", () => {
    const collections = openCollections()
    using index = new RbacIndex(collections)
    const robot = { kind: 'ServiceAccount', name: 'robot' }
    put(collections, 'clusterRoleBindings', 'a', bindingTo('reader', robot))
    put(collections, 'roleBindings', 'one/b', bindingTo('reader', robot))
    put(collections, 'roleBindings', 'one/c', bindingTo('reader', { ...robot, namespace: 'two' }))
    const inOne: User = { name: 'system:serviceaccount:one:robot', groups: [] }
    const inTwo: User = { name: 'system:serviceaccount:two:robot', groups: [] }

    expect(namesOf(index, { name: 'system:serviceaccount::robot', groups: [] })).toEqual([])
    expect(namesOf(index, inOne, 'one')).toEqual(['one/b'])
    expect(namesOf(index, inTwo, 'one')).toEqual(['one/c'])
    expect(index.grantsOf(inTwo, 'one').map(({ binding }) => describeBinding(binding, inTwo))).toEqual([
      'RoleBinding "c/one" of ClusterRole "reader" to ServiceAccount "robot/two"',
    ])
  })

  it('indexes existing bindings, and stops following when disposed', () => {
    const collections = openCollections()
    put(collections, 'clusterRoleBindings', 'a', bindingTo('reader', { kind: 'User', name: 'ada' }))
    const index = new RbacIndex(collections)
    expect(namesOf(index, ada)).toEqual(['/a'])
    index[Symbol.dispose]()
    put(collections, 'clusterRoleBindings', 'b', bindingTo('reader', { kind: 'User', name: 'ada' }))
    expect(namesOf(index, ada)).toEqual(['/a'])
  })

  it('equals a full scan of all bindings under random writes', () => {
    for (let seed = 1; seed <= 10; seed++) {
      const random = seededRandom(seed)
      const pick = <Item>(...items: Item[]) => items[randomInt(random, items.length)]!
      const collections = openCollections()
      using index = new RbacIndex(collections)
      const present = new Map<string, Binding>()
      for (let step = 0; step < 300; step++) {
        const namespace = pick('', 'one', 'two')
        const name = `binding-${randomInt(random, 12)}`
        const key = namespace === '' ? name : `${namespace}/${name}`
        const kind = namespace === '' ? 'clusterRoleBindings' : 'roleBindings'
        const subjects = Array.from({ length: randomInt(random, 4) }, () =>
          pick(
            { kind: 'User', name: pick('ada', 'bob') },
            { kind: 'Group', name: pick('staff', 'ops') },
            { kind: 'Robot', name: 'ada' },
          ),
        )
        const isGone = randomInt(random, 4) === 0
        put(collections, kind, key, isGone ? undefined : bindingTo('reader', ...subjects))
        if (isGone) present.delete(key)
        else present.set(key, { name, namespace, roleRef: { kind: 'ClusterRole', name: 'reader' }, subjects })
        const user = { name: pick('ada', 'bob', 'eve'), groups: pick([], ['staff'], ['ops', 'staff']) }
        const scope = pick('', 'one', 'two')
        expect(namesOf(index, user, scope)).toEqual(naive([...present.values()], user, scope))
      }
    }
  })
})

function naive(bindings: readonly Binding[], user: User, scope: string): readonly string[] {
  const keys = keysOf(user)
  const mine = bindings.filter((one) => one.subjects.some((subject) => keys.includes(keyOfSubject(subject, one) ?? '')))
  const inOrder = (namespace: string) =>
    mine
      .filter((one) => one.namespace === namespace)
      .map((one) => `${namespace}/${one.name}`)
      .sort()
  return [...inOrder(''), ...(scope === '' ? [] : inOrder(scope))]
}
