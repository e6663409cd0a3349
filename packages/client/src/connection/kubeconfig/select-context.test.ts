import { describe, expect, it } from 'vitest'
import { loadConfig } from '../load-config.ts'
import { failureOf, failureText } from '../testing/failure.ts'
import { nearestName } from './nearest-name.ts'
import type { Selection } from './select-context.ts'

const kubeconfigText = `
clusters:
- {name: home, cluster: {server: 'https://home'}}
- {name: work, cluster: {server: 'https://work'}}
users:
- {name: ada, user: {username: ada}}
- {name: bob, user: {username: bob}}
contexts:
- {name: dev, context: {cluster: home, user: ada, namespace: shop}}
- {name: production, context: {cluster: work, user: bob}}
- {name: anonymous, context: {cluster: home}}
- {name: lost, context: {cluster: nowhere, user: ada}}
- {name: nobody, context: {cluster: home, user: eve}}
- {name: bare, context: {user: ada}}
- {name: loud, context: {cluster: home, namespace: SHOUT}}
current-context: dev
`

async function chosen(selection: Selection) {
  const { server, basic, currentNamespace } = await loadConfig({ kubeconfigText, ...selection })
  return `${basic?.username ?? 'nobody'} at ${server} in ${currentNamespace}`
}

describe('selection from a kubeconfig', () => {
  it.each<{ name: string; selection: Selection; result: string }>([
    { name: 'uses the current context by default', selection: {}, result: 'ada at https://home in shop' },
    {
      name: 'may name another context',
      selection: { context: 'production' },
      result: 'bob at https://work in default',
    },
    { name: 'may override the cluster', selection: { cluster: 'work' }, result: 'ada at https://work in shop' },
    { name: 'may override the user', selection: { user: 'bob' }, result: 'bob at https://home in shop' },
    { name: 'may override the namespace', selection: { namespace: 'pub' }, result: 'ada at https://home in pub' },
    {
      name: 'may override all of them',
      selection: { context: 'dev', cluster: 'work', user: 'bob', namespace: 'pub' },
      result: 'bob at https://work in pub',
    },
    {
      name: 'accepts a context without a user',
      selection: { context: 'anonymous' },
      result: 'nobody at https://home in default',
    },
  ])('$name', async ({ selection, result }) => {
    expect(await chosen(selection)).toBe(result)
  })

  it('lists the existing contexts and suggests the closest one when a context is missing', async () => {
    expect(await failureText(chosen({ context: 'prodution' }))).toMatchInlineSnapshot(
      `"KW_CLIENT_CONTEXT_NOT_FOUND Cannot find the context "prodution" in the kubeconfig text: there are only "dev", "production", "anonymous", "lost", "nobody", "bare", "loud". Did you mean "production"?"`,
    )
    expect(await failureText(chosen({ context: 'staging' }))).toContain('Name one of the contexts there are')
  })

  it.each(['__proto__', 'constructor', 'toString'])(
    'does not find a name inherited from Object.prototype: %s',
    async (name) => {
      expect(await failureText(chosen({ context: name }))).toContain('KW_CLIENT_CONTEXT_NOT_FOUND')
      expect(await failureText(chosen({ cluster: name }))).toContain('KW_CLIENT_CLUSTER_NOT_FOUND')
      expect(await failureText(chosen({ user: name }))).toContain('KW_CLIENT_USER_NOT_FOUND')
    },
  )

  it('reports a missing cluster or user', async () => {
    expect(await failureText(chosen({ context: 'lost' }))).toMatchInlineSnapshot(
      `"KW_CLIENT_CLUSTER_NOT_FOUND Cannot find the cluster "nowhere" in the kubeconfig text: there are only "home", "work". Name one of the clusters there are, or add it."`,
    )
    expect(await failureText(chosen({ context: 'nobody' }))).toMatchInlineSnapshot(
      `"KW_CLIENT_USER_NOT_FOUND Cannot find the user "eve" in the kubeconfig text: there are only "ada", "bob". Name one of the users there are, or add it."`,
    )
    expect(await failureOf(chosen({ cluster: 'hme' }))).toMatchObject({ code: 'KW_CLIENT_CLUSTER_NOT_FOUND' })
    expect(await failureOf(chosen({ user: 'bo' }))).toMatchObject({ code: 'KW_CLIENT_USER_NOT_FOUND' })
  })

  it('rejects a context without a cluster or with an invalid namespace name', async () => {
    expect(await failureText(chosen({ context: 'bare' }))).toContain('contexts[5].context.cluster')
    expect(await failureText(chosen({ context: 'loud' }))).toContain('contexts[6].context.namespace')
  })

  it('fails without a current context, listing the existing ones', async () => {
    const text = kubeconfigText.replace(/current-context.*/, '')

    expect(await failureText(loadConfig({ kubeconfigText: text }))).toMatchInlineSnapshot(
      `"KW_CLIENT_CONTEXT_NOT_FOUND Cannot choose a context in the kubeconfig text: none is current; there are "dev", "production", "anonymous", "lost", "nobody", "bare", "loud". Pass one of them, or run \`kubectl config use-context\`."`,
    )
    expect(await failureText(loadConfig({ kubeconfigText: '' }))).toContain('there are no contexts')
    expect((await loadConfig({ kubeconfigText: text, cluster: 'home', user: 'ada' })).server).toBe('https://home')
  })

  it('truncates a list of hundreds of names in the message', async () => {
    const contexts = Array.from({ length: 300 }, (_, index) => `{name: c${index}, context: {}}`).join(', ')
    const { message } = await failureOf(loadConfig({ kubeconfigText: `contexts: [${contexts}]`, context: 'x' }))

    expect(message).toContain('"c9" and 290 more')
  })

  it('ignores invalid entries that the context does not refer to', async () => {
    const broken = `${kubeconfigText}\nusers: [{name: ada, user: {username: ada}}, {name: eve, user: {token: [1], exec: 5}}]`

    expect((await loadConfig({ kubeconfigText: broken })).server).toBe('https://home')
  })
})

describe('nearestName()', () => {
  it.each([
    ['prodution', 'production'],
    ['Production', 'production'],
    ['stagin', 'staging'],
    ['x', undefined],
    ['something-else', undefined],
    ['', undefined],
  ])('of %j is %j', (given, expected) => {
    expect(nearestName(given, ['production', 'staging', 'dev'])).toBe(expected)
  })
})
