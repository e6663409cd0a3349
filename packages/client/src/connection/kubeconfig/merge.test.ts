import { describe, expect, it } from 'vitest'
import { failureText } from '../testing/failure.ts'
import { type Kubeconfig, mergeKubeconfigs, readKubeconfig } from './kubeconfig.ts'
import { parseKubeconfigText } from './kubeconfig-source.ts'

async function merged(files: readonly string[]): Promise<Kubeconfig> {
  const read = files.map(async (text, index) =>
    readKubeconfig(await parseKubeconfigText({ text, file: `/f${index}/config` })),
  )
  return mergeKubeconfigs(await Promise.all(read))
}

/** `name=server` for each cluster, which shows the file that took precedence. */
const summary = (config: Kubeconfig) => ({
  clusters: [...config.clusters].map(([name, cluster]) => `${name}=${cluster.text('server')}`),
  users: [...config.users].map(([name, user]) => `${name}=${user.text('token') ?? user.text('username')}`),
  contexts: [...config.contexts].map(([name, context]) => `${name}=${context.text('cluster')}`),
  current: config.currentContext,
})

const empty = { clusters: [], users: [], contexts: [], current: undefined }

describe('merging kubeconfigs as kubectl does', () => {
  it.each([
    { name: 'no file yields an empty config', files: [], result: empty },
    { name: 'an empty file yields an empty config', files: [''], result: empty },
    {
      name: 'nulls yield an empty config',
      files: ['clusters: null\nusers: null\ncontexts: null\ncurrent-context: ""'],
      result: empty,
    },
    {
      name: 'different names are combined',
      files: ['clusters: [{name: a, cluster: {server: A}}]', 'clusters: [{name: b, cluster: {server: B}}]'],
      result: { ...empty, clusters: ['a=A', 'b=B'] },
    },
    {
      name: 'the first file wins a duplicate name',
      files: ['clusters: [{name: a, cluster: {server: A}}]', 'clusters: [{name: a, cluster: {server: B}}]'],
      result: { ...empty, clusters: ['a=A'] },
    },
    {
      name: 'a later file adds no field to an entry',
      files: ['users: [{name: a, user: {username: ada}}]', 'users: [{name: a, user: {token: t}}]'],
      result: { ...empty, users: ['a=ada'] },
    },
    {
      name: 'the first current-context wins',
      files: ['current-context: a', 'current-context: b'],
      result: { ...empty, current: 'a' },
    },
    {
      name: 'an empty current-context is unset',
      files: ['current-context: ""', 'current-context: b'],
      result: { ...empty, current: 'b' },
    },
    {
      name: 'a context may refer to another file',
      files: [
        'contexts: [{name: c, context: {cluster: a}}]\ncurrent-context: c',
        'clusters: [{name: a, cluster: {server: A}}]',
      ],
      result: { ...empty, clusters: ['a=A'], contexts: ['c=a'], current: 'c' },
    },
    {
      name: 'JSON is accepted as YAML',
      files: ['{"clusters":[{"name":"a","cluster":{"server":"A"}}]}'],
      result: { ...empty, clusters: ['a=A'] },
    },
    {
      name: 'only the first YAML document is read',
      files: ['current-context: a\n---\ncurrent-context: b'],
      result: { ...empty, current: 'a' },
    },
    {
      name: 'unquoted names and tokens stay strings',
      files: ['users: [{name: 0123, user: {token: 1e5}}, {name: yes, user: {token: null}}]'],
      result: { ...empty, users: ['0123=1e5', 'yes=undefined'] },
    },
    {
      name: 'anchors and merge keys are resolved',
      files: ['x: &x {server: A}\nclusters: [{name: a, cluster: {<<: *x}}]'],
      result: { ...empty, clusters: ['a=A'] },
    },
    {
      name: 'names such as __proto__ are ordinary',
      files: [
        'clusters: [{name: __proto__, cluster: {server: A}}, {name: constructor, cluster: {server: B}}]',
        'users: [{name: __proto__, user: {token: t, __proto__: {username: eve}}}, {name: toString, user: {__proto__: {token: t}}}]',
        'contexts: [{name: __proto__, context: {cluster: __proto__}}, {name: valueOf, context: {cluster: constructor}}]',
      ],
      result: {
        ...empty,
        clusters: ['__proto__=A', 'constructor=B'],
        users: ['__proto__=t', 'toString=undefined'],
        contexts: ['__proto__=__proto__', 'valueOf=constructor'],
      },
    },
  ])('$name', async ({ files, result }) => {
    expect(summary(await merged(files))).toEqual(result)
  })

  it('fails on a duplicate name within one file', async () => {
    const text = 'clusters:\n- {name: a, cluster: {server: A}}\n- {name: a, cluster: {server: B}}'

    expect(await failureText(merged([text]))).toMatchInlineSnapshot(
      `"KW_CLIENT_CONFIG_INVALID Cannot use clusters[1].name in /f0/config, line 3: the list has "a" twice. Rename one of them."`,
    )
  })

  it('fails on another kind of object', async () => {
    expect(await failureText(merged(['apiVersion: apps/v1\nkind: Deployment']))).toMatchInlineSnapshot(
      `"KW_CLIENT_CONFIG_INVALID Cannot use kind in /f0/config, line 2: it is a Deployment, not a kubeconfig. Correct the field, or write the file again with the tool that made it."`,
    )
  })
})
