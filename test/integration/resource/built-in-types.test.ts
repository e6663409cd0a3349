/** Built-in types in a custom resource: servers accept their schemas, and treat objects like `parse` and `validate`. */
import { readFileSync } from 'node:fs'
import { isInvalid } from '@kubewright/client'
import { deepEqual } from '@kubewright/core/json'
import { ConfigMap, Deployment, Job, PersistentVolumeClaim } from '@kubewright/kubernetes'
import { jobTemplateSpec } from '@kubewright/kubernetes/schemas/batch/v1'
import {
  affinity,
  container,
  envVar,
  persistentVolumeClaimSpec,
  podTemplateSpec,
  resourceRequirements,
  toleration,
  volume,
} from '@kubewright/kubernetes/schemas/core/v1'
import { labelSelector } from '@kubewright/kubernetes/schemas/meta/v1'
import {
  type CustomResourceDefinition,
  defineResource,
  formatProblem,
  listMap,
  type StructuralType,
} from '@kubewright/resource'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openRawApi, type RawApi } from '../../../tools/kube-apiserver/raw-api.ts'
import { collectionOf, establish, tryCreate, tryDefinition } from '../../conformance/custom-resource.ts'
import { uniqueName } from '../../conformance/real-server.ts'
import { valueFor } from '../../conformance/schema-generator.ts'
import { failureOf, openClientInNamespace } from '../client/client.ts'
import { server, useServer } from '../client/server.ts'

useServer()

const group = `${uniqueName('types')}.example.dev`

const taskSpec = z.object({
  job: jobTemplateSpec().optional(),
  template: podTemplateSpec().optional(),
  container: container().optional(),
  resources: resourceRequirements().optional(),
  selector: labelSelector().optional(),
  affinity: affinity().optional(),
  volumes: listMap(volume(), ['name']).optional(),
  tolerations: z.array(toleration()).optional(),
  env: listMap(envVar(), ['name']).optional(),
  claim: persistentVolumeClaimSpec().optional(),
})
const Task = defineResource({ group, version: 'v1', kind: 'Task', scope: 'Namespaced', spec: taskSpec })
const definition = Task.crd()

beforeAll(async () => {
  using api = openRawApi(server())
  await establish(api, definition)
  await api.request(collectionOf(definition))
}, 60_000)

/** Covers defaults, list keys, int-or-string, quantities and embedded metadata. */
const template = {
  metadata: { labels: { app: 'blog' }, annotations: { 'example.dev/team': 'a' }, generateName: 'dropped-' },
  spec: {
    restartPolicy: 'OnFailure',
    imagePullSecrets: [{}, { name: 'registry' }],
    containers: [
      {
        name: 'web',
        image: 'nginx:1',
        colour: 'dropped',
        ports: [{ containerPort: 80 }, { containerPort: 80, protocol: 'UDP' }],
        resources: { requests: { cpu: '250m', memory: '1Gi' } },
        env: [{ name: 'A', valueFrom: { secretKeyRef: { key: 'a' } } }],
        livenessProbe: { httpGet: { port: 'http' }, periodSeconds: 5 },
        readinessProbe: { grpc: { port: 1 } },
      },
    ],
    volumes: [
      { name: 'a', configMap: {} },
      {
        name: 'b',
        ephemeral: {
          volumeClaimTemplate: {
            metadata: { labels: { a: 'b' } },
            spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
          },
        },
      },
      { name: 'c', azureDisk: { diskName: 'd', diskURI: 'u' } },
    ],
  },
} as const

describe('custom resource with built-in types', () => {
  it('keeps template labels and annotations, gets defaults of list keys, and has unknown fields pruned', async () => {
    await using client = await openClientInNamespace()
    const { spec } = await client.create(Task, { metadata: { name: 'a' }, spec: { template } })
    expect(spec.template?.metadata).toEqual({ labels: { app: 'blog' }, annotations: { 'example.dev/team': 'a' } })
    const { containers, imagePullSecrets, volumes } = spec.template!.spec
    expect(containers[0]?.ports).toEqual([
      { containerPort: 80, protocol: 'TCP' },
      { containerPort: 80, protocol: 'UDP' },
    ])
    expect(containers[0]).not.toHaveProperty('colour')
    expect(containers[0]?.env?.[0]?.valueFrom).toEqual({ secretKeyRef: { key: 'a', name: '' } })
    expect(containers[0]?.readinessProbe).toEqual({ grpc: { port: 1, service: '' } })
    expect(imagePullSecrets).toEqual([{ name: '' }, { name: 'registry' }])
    expect(volumes?.[1]?.ephemeral?.volumeClaimTemplate?.metadata).toEqual({ labels: { a: 'b' } })
    expect(volumes?.[2]?.azureDisk).toEqual({
      diskName: 'd',
      diskURI: 'u',
      cachingMode: 'ReadWrite',
      fsType: 'ext4',
      kind: 'Shared',
      readOnly: false,
    })
  })

  it('is stored as parse() returns it, and a second write changes nothing', async () => {
    await using client = await openClientInNamespace()
    const input = { metadata: { name: 'a' }, spec: { template, selector: { matchLabels: { a: 'b' } } } }
    const stored = await client.create(Task, input)
    expect(stored.spec).toEqual(Task.parse(input).spec)
    const again = await client.update(Task, stored)
    expect(again.spec).toEqual(stored.spec)
    expect(again.metadata.resourceVersion).toBe(stored.metadata.resourceVersion)
  })

  it('has fields that fit built-in kinds without a cast, and servers accept them there', async () => {
    await using client = await openClientInNamespace()
    const { namespace } = client
    const { name: _, ...plain } = { name: '', ...template.spec, imagePullSecrets: [{ name: 'registry' }] }
    const pod = { ...template, spec: { ...plain, volumes: [], containers: [{ name: 'web', image: 'nginx:1' }] } }
    const { spec } = await client.create(Task, {
      metadata: { name: 'a' },
      spec: {
        job: { metadata: { labels: { a: 'b' } }, spec: { template: pod } },
        template: { ...pod, spec: { ...pod.spec, restartPolicy: 'Always' } },
        selector: { matchLabels: { app: 'blog' } },
        claim: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
      },
    })
    const job = spec.job!
    await client.create(Job, { metadata: { name: 'a', namespace, labels: job.metadata?.labels }, spec: job.spec })
    const { selector, template: blog } = { selector: spec.selector!, template: spec.template! }
    await client.create(Deployment, { metadata: { name: 'a', namespace }, spec: { selector, template: blog } })
    const claim = await client.create(PersistentVolumeClaim, { metadata: { name: 'a', namespace }, spec: spec.claim! })
    expect(claim.spec).toMatchObject(spec.claim!)
  })

  it.each([
    { name: 'a template without a spec', spec: { template: {} } },
    { name: 'a pod without containers', spec: { template: { spec: {} } } },
    { name: 'a container without a name', spec: { template: { spec: { containers: [{ image: 'a' }] } } } },
    {
      name: 'two containers of one name',
      spec: { template: { spec: { containers: [{ name: 'a' }, { name: 'a' }] } } },
    },
    {
      name: 'two equal ports',
      spec: { container: { name: 'a', ports: [{ containerPort: 1 }, { containerPort: 1 }] } },
    },
    {
      name: 'an unknown protocol',
      spec: { container: { name: 'a', ports: [{ containerPort: 1, protocol: 'X' }] } },
    },
    { name: 'a port that is not a number', spec: { container: { name: 'a', ports: [{ containerPort: 'http' }] } } },
    { name: 'an invalid quantity', spec: { resources: { limits: { cpu: 'much' } } } },
    {
      name: 'a label that is not a string',
      spec: { template: { metadata: { labels: { a: 1 } }, spec: { containers: [] } } },
    },
  ])('is refused with the problems of validate() for $name', async ({ spec }) => {
    await using client = await openClientInNamespace()
    const object = { metadata: { name: 'a' }, spec }
    const failure = await failureOf(client.create(Task, object as never))
    expect(isInvalid(failure)).toBe(true)
    const { causes } = failure as { causes: readonly { field: string; message: string }[] }
    const theirs = causes.map(({ field, message }) => `${field}: ${message}`).sort()
    expect(theirs).toEqual(Task.validate(object).map(formatProblem).sort())
  })

  it('gets the same verdict and defaults from zod, parse() and the server for random values', async () => {
    using api = openRawApi(server())
    const { namespace } = await openNamespace()
    const collection = collectionOf(definition, 'v1', namespace)
    const schema = Task.schema.properties!['spec']!
    const disagreements: unknown[] = []
    for (const [index, [key, field]] of Object.entries(schema.properties!).entries()) {
      for (const value of fc.sample(valueFor(field), { numRuns: 12, seed: index })) {
        const object = { apiVersion: `${group}/v1`, kind: 'Task', metadata: { name: 'any' }, spec: { [key]: value } }
        const theirs = await tryCreate(api, collection, object)
        const ours = Task.safeParse(object)
        const isSame = theirs.accepted
          ? deepEqual(ours.object?.spec ?? null, theirs.object['spec'] ?? null)
          : ours.object === undefined
        const byZod = taskSpec.safeParse(object.spec)
        // An optional field that is `null` is absent to the server, and refused by zod.
        const isSameToZod = value === null || deepEqual(byZod.data ?? null, (ours.object?.spec as object) ?? null)
        if (!isSame || !isSameToZod) disagreements.push({ key, value, theirs, ours, byZod })
      }
    }
    expect(disagreements).toEqual([])
  })
})

async function openNamespace(): Promise<{ readonly namespace: string }> {
  await using client = await openClientInNamespace()
  await client.create(ConfigMap, { metadata: { name: 'here', namespace: client.namespace } })
  return { namespace: client.namespace }
}

type Functions = Readonly<Record<string, () => StructuralType<object>>>

/** Well below the limit of etcd, so that no definition is refused for its size. */
const largestDefinition = 1_000_000

describe('every schema of a built-in type', () => {
  it('is accepted by the server in a CustomResourceDefinition, without a warning', { timeout: 240_000 }, async () => {
    using api = openRawApi(server())
    const fields = await allFields()
    expect(Object.keys(fields).length).toBeGreaterThan(400)
    const refused: unknown[] = []
    for (const some of inDefinitions(fields)) refused.push(...(await refusalsOf(api, some)))
    expect(refused).toEqual([])
  })
})

/** Each schema as a field of its own, named after its path and function. */
async function allFields(): Promise<Readonly<Record<string, StructuralType<object>>>> {
  const manifest = new URL('../../../packages/kubernetes/package.json', import.meta.url)
  const { exports } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly exports: object }
  const paths = Object.keys(exports).filter((path) => path.startsWith('./schemas/'))
  const modules = await Promise.all(
    paths.map(async (path) => {
      const functions = (await import(path.replace('./', '@kubewright/kubernetes/'))) as Functions
      const prefix = path.replace('./schemas/', '').replace('/', '')
      return Object.entries(functions).map(([name, make]) => [`${prefix}${name}`, make().optional()] as const)
    }),
  )
  return Object.fromEntries(modules.flat()) as Readonly<Record<string, StructuralType<object>>>
}

function inDefinitions(fields: Readonly<Record<string, StructuralType<object>>>): CustomResourceDefinition[] {
  const sized = Object.entries(fields).map(([key, field]) => ({ key, field, size: sizeOf(field) }))
  const groups: (typeof sized)[] = [[]]
  let total = 0
  for (const each of sized) {
    total += each.size
    if (total > largestDefinition) {
      groups.push([])
      total = each.size
    }
    groups.at(-1)!.push(each)
  }
  return groups.map((some) => crdOf(Object.fromEntries(some.map(({ key, field }) => [key, field]))))
}

function crdOf(fields: Readonly<Record<string, StructuralType<object>>>): CustomResourceDefinition {
  const names = { group: 'every.example.dev', version: 'v1', kind: 'Every', scope: 'Namespaced' } as const
  return defineResource({ ...names, spec: z.object(fields) }).crd()
}

function sizeOf(field: StructuralType<object>): number {
  return JSON.stringify(crdOf({ field })).length
}

async function refusalsOf(api: RawApi, crd: CustomResourceDefinition): Promise<readonly unknown[]> {
  const answer = await tryDefinition(api, crd)
  return answer.accepted && answer.warnings.length === 0 ? [] : [answer]
}
