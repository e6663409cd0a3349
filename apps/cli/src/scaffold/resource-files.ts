/** The files of a new project's resource, its controller and a test of both. Pure. */
import { defineResource } from '@kubewright/resource'
import { z } from 'zod'
import { type KindNames, withArticle } from './kind-names.ts'

export interface ResourceChoice {
  readonly names: KindNames
  readonly group: string
  readonly version: string
  readonly scope: 'Namespaced' | 'Cluster'
}

/** The resource that `resourceFile` defines, as a value: the manifests of a new project are made before its files can be loaded. */
export function sampleResource({ names, group, version, scope }: ResourceChoice) {
  return defineResource({
    group,
    version,
    kind: names.kind,
    scope,
    description: descriptionOf(names),
    spec: z.object({ message: z.string().min(1).max(200).describe(texts.message) }),
    status: z.object({ message: z.string().optional().describe(texts.status) }),
    conditions: ['Ready'],
    columns: { Message: '.spec.message', Ready: readyColumn },
  })
}

const texts = { message: 'Text of the message.', status: 'The message that was last applied.' }
const readyColumn = '.status.conditions[?(@.type=="Ready")].status'

function descriptionOf({ words }: KindNames): string {
  return `One ${words}. Describe it here in a sentence or two; kubectl explain shows the description.`
}

export function resourceFile({ names, group, version, scope }: ResourceChoice): string {
  const { kind } = names
  return `import { defineResource, type ObjectOf } from 'kubewright'
import { z } from 'zod'

export const ${kind} = defineResource({
  group: '${group}',
  version: '${version}',
  kind: '${kind}',
  scope: '${scope}',
  description: '${descriptionOf(names)}',
  spec: z.object({
    message: z.string().min(1).max(200).describe('${texts.message}'),
  }),
  status: z.object({
    message: z.string().optional().describe('${texts.status}'),
  }),
  conditions: ['Ready'],
  columns: { Message: '.spec.message', Ready: '${readyColumn}' },
})

/** The type of a read object: defaults filled in, deeply read-only. */
export type ${kind} = ObjectOf<typeof ${kind}>
`
}

/** The controller of a new project. It owns an object, so that it has a visible effect. */
export function sampleControllerFile({ names, scope }: ResourceChoice): string {
  const { kind, file, one, many, controllerFile, words } = names
  const place = scope === 'Cluster' ? `name, namespace: 'default'` : 'name'
  return `import { ConfigMap, defineController, done, manifest, yes } from 'kubewright'
import { ${kind} } from './${file}.ts'

/** Pure: the same ${words} always yields the same children. Test it with plain equality. */
export function childrenOf(${one}: ${kind}) {
  const { name } = ${one}.metadata
  return { config: manifest(ConfigMap, { metadata: { ${place} }, data: { message: ${one}.spec.message } }) }
}

/** Keeps a ConfigMap for every ${words}. Replace it by what your operator is for. */
export const ${many} = defineController({
  name: '${controllerFile}',
  for: ${kind},
  owns: [ConfigMap],

  async reconcile(${one}, ctx) {
    const { config } = await ctx.own(childrenOf(${one}))
    const message = config.data?.['message'] ?? ''
    await ctx.setStatus({ message }, { Ready: yes('Written') })
    return done() // changes of the object, or of its children, wake it again
  },
})
`
}

export function sampleTestFile({ names, scope }: ResourceChoice): string {
  const { kind, file, many, controllerFile, words } = names
  const placed = `{ name: 'first', namespace: 'default' }`
  const isCluster = scope === 'Cluster'
  const declared = isCluster ? `const first = { name: 'first' }\nconst child = ${placed}` : `const first = ${placed}`
  const ref = isCluster ? 'child' : 'first'
  return `import { startCluster } from '@kubewright/testing'
import { ConfigMap } from 'kubewright'
import { expect, it } from 'vitest'
import { ${kind} } from './${file}.ts'
import { ${many} } from './${controllerFile}.ts'

${declared}

it('${withArticle(words)} gets a config map that says the same, whatever happens to it', async () => {
  await using cluster = await startCluster({ resources: [${kind}] })
  await using running = await cluster.run(${many})

  await cluster.client.create(${kind}, { metadata: first, spec: { message: 'hello' } })
  await cluster.settle()
  expect((await cluster.client.get(ConfigMap, ${ref})).data).toEqual({ message: 'hello' })
  expect((await cluster.client.get(${kind}, first)).status).toMatchObject({
    message: 'hello',
    conditions: [{ type: 'Ready', status: 'True', reason: 'Written' }],
  })

  await cluster.client.patch(ConfigMap, ${ref}, { data: { message: 'edited by another client' } })
  await cluster.settle()
  expect((await cluster.client.get(ConfigMap, ${ref})).data).toEqual({ message: 'hello' })
  expect(running.reconciles).toBeLessThan(6) // it comes to rest
})

it('${withArticle(words)} without a message is refused before the controller sees it', async () => {
  await using cluster = await startCluster({ resources: [${kind}] })
  const created = cluster.client.create(${kind}, { metadata: first, spec: { message: '' } })
  await expect(created).rejects.toThrow('spec.message')
})
`
}

/** A sample object for trying the operator. */
export function sampleObjectFile({ names, group, version, scope }: ResourceChoice): string {
  const namespace = scope === 'Cluster' ? '' : '  namespace: default\n'
  return `apiVersion: ${group}/${version}
kind: ${names.kind}
metadata:
  name: first
${namespace}spec:
  message: hello
`
}
