import { type Client, createClient } from '@kubewright/client'
import type { Transport } from '@kubewright/client/transport'
import { textBody } from '@kubewright/client/testing'
import type { JsonObject } from '@kubewright/core/json'
import { ConfigMap, Deployment } from '@kubewright/kubernetes'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callOf } from '../../requests/call-name.ts'
import { UserDeclarations } from './user-declarations.ts'
import { WorldServer } from './world-server.ts'

const one = { name: 'one', namespace: 'default' }

let server: WorldServer
let declarations: UserDeclarations
let user: Client
let operator: Client

beforeAll(async () => {
  server = await WorldServer.start({})
})
afterAll(() => server[Symbol.asyncDispose]())

beforeEach(async () => {
  await server.begin(WorldServer.clockOfRun(), 'seed')
  declarations = new UserDeclarations()
  user = createClient(recording(server.transport), { fieldManager: 'user' })
  operator = createClient(server.transport, { fieldManager: 'operator' })
})

afterEach(async () => {
  await user[Symbol.asyncDispose]()
  await operator[Symbol.asyncDispose]()
  await server.empty(['/api/v1/configmaps', '/apis/apps/v1/deployments'])
})

function recording(to: Transport): Transport {
  return {
    host: 'recording',
    async send(request) {
      const answer = await declarations.around(to, callOf(request), request, async () => {
        const response = await to.send(request)
        return { response, status: response.status, text: await response.body.text() }
      })
      return { ...answer.response, body: textBody(answer.text) }
    },
    async [Symbol.asyncDispose]() {},
  }
}

async function declared(kind: typeof ConfigMap | typeof Deployment = ConfigMap): Promise<JsonObject> {
  const { metadata } = await operator.get(kind as typeof ConfigMap, one)
  return declarations.of(metadata.uid!)!
}

const labels = (texts: Record<string, string>) => ({ metadata: { labels: texts } })

/** The user declares `{ value: '3', other: 'a' }`; then the operator writes `value: '0'`, a field and a label of its own. */
async function changedByOperator() {
  await user.create(ConfigMap, { metadata: { ...one, labels: { team: 'web' } }, data: { value: '3', other: 'a' } })
  const texts = { team: 'ops', tier: 'gold' }
  await operator.patch(ConfigMap, one, { metadata: { labels: texts }, data: { value: '0', found: 'x' } })
}

describe('the declaration of an object', () => {
  it('is what the user created, whatever the operator wrote since', async () => {
    await changedByOperator()
    expect(await declared()).toEqual({ ...labels({ team: 'web' }), data: { value: '3', other: 'a' } })
  })

  it('has no values of the operator that an update of a read object carries along', async () => {
    await changedByOperator()
    const read = await user.get(ConfigMap, one)
    const { other: _, ...rest } = read.data!
    await user.update(ConfigMap, { ...read, data: { ...rest, more: 'b' } })
    expect(await declared()).toEqual({ ...labels({ team: 'web' }), data: { value: '3', more: 'b' } })
  })

  it('is the whole object that the user overwrites without reading it', async () => {
    await changedByOperator()
    await user.update(ConfigMap, { metadata: one, data: { value: '0' } }, { overwrite: true })
    expect(await declared()).toEqual({ metadata: {}, data: { value: '0' } })
  })

  it('has the fields of a merge patch, also a value that the operator wrote before', async () => {
    await changedByOperator()
    await user.patch(ConfigMap, one, { data: { value: '0', other: null } })
    expect(await declared()).toEqual({ ...labels({ team: 'web' }), data: { value: '0' } })
  })

  it('loses a field that the user removes after the operator did', async () => {
    await changedByOperator()
    await operator.patch(ConfigMap, one, { data: { other: null } })
    expect(await declared()).toMatchObject({ data: { value: '3', other: 'a' } })
    await user.patch(ConfigMap, one, { data: { other: null } })
    expect(await declared()).toEqual({ ...labels({ team: 'web' }), data: { value: '3' } })
  })

  it('has what a JSON patch sets, also a value that the operator wrote before', async () => {
    await changedByOperator()
    await user.patch(ConfigMap, one, [
      { op: 'replace', path: '/data/value', value: '0' },
      { op: 'remove', path: '/data/other' },
      { op: 'add', path: '/metadata/labels/example.dev~1tier', value: 'red' },
    ])
    expect(await declared()).toEqual({ ...labels({ team: 'web', 'example.dev/tier': 'red' }), data: { value: '0' } })
  })

  it.each(['constructor', '__proto__', 'toString'])('has the key %s only while the user declares it', async (key) => {
    const keyed = (value: string) => Object.fromEntries([[key, value]])
    await user.create(ConfigMap, { metadata: one, data: { ...keyed('1'), value: '3' } })
    await operator.patch(ConfigMap, one, [{ op: 'replace', path: `/data/${key}`, value: '0' }])
    expect(await declared()).toEqual({ metadata: {}, data: { ...keyed('1'), value: '3' } })
    await user.patch(ConfigMap, one, { data: keyed('0') })
    expect(await declared()).toEqual({ metadata: {}, data: { ...keyed('0'), value: '3' } })
    await user.patch(ConfigMap, one, [{ op: 'replace', path: `/data/${key}`, value: '2' }])
    expect(await declared()).toEqual({ metadata: {}, data: { ...keyed('2'), value: '3' } })
    await user.patch(ConfigMap, one, [{ op: 'remove', path: `/data/${key}` }])
    expect(await declared()).toEqual({ metadata: {}, data: { value: '3' } })
    expect(Object.keys((await declared())['data'] as JsonObject)).toEqual(['value'])
    await operator.patch(ConfigMap, one, { data: keyed('0') })
    await user.patch(ConfigMap, one, { data: keyed('0') })
    expect(await declared()).toEqual({ metadata: {}, data: { ...keyed('0'), value: '3' } })
  })

  it('has what the user applies, and no longer what the user has left out, even if the operator keeps it', async () => {
    await user.apply(ConfigMap, { metadata: one, data: { value: '3', other: 'a' } })
    await operator.apply(ConfigMap, { metadata: one, data: { value: '0', other: 'a', found: 'x' } }, { force: true })
    expect(await declared()).toEqual({ metadata: {}, data: { value: '3', other: 'a' } })
    await user.apply(ConfigMap, { metadata: one, data: { more: 'b' } })
    expect((await operator.get(ConfigMap, one)).data).toEqual({ value: '0', other: 'a', found: 'x', more: 'b' })
    expect(await declared()).toEqual({ metadata: {}, data: { more: 'b' } })
  })

  it('is not changed by a refused write, a dry run and a write of the same', async () => {
    await changedByOperator()
    const before = await declared()
    await user.patch(ConfigMap, one, { data: { more: 'b' } }, { dryRun: true })
    const refused = { ...(await user.get(ConfigMap, one)), data: { more: 'b' } }
    refused.metadata = { ...refused.metadata, resourceVersion: '1' }
    await expect(user.update(ConfigMap, refused)).rejects.toMatchObject({ status: 409 })
    await user.patch(ConfigMap, one, { data: { other: 'a' } })
    expect(await declared()).toEqual(before)
  })

  it('begins anew after a deletion', async () => {
    await changedByOperator()
    await user.delete(ConfigMap, one)
    await user.create(ConfigMap, { metadata: one, data: { value: '5' } })
    expect(await declared()).toEqual({ metadata: {}, data: { value: '5' } })
  })

  it('does not exist for an object of the operator that the user patches', async () => {
    await operator.create(ConfigMap, { metadata: one, data: { value: '3' } })
    await user.patch(ConfigMap, one, { data: { value: '5' } })
    expect(await declared()).toBe(undefined)
  })

  it('has the replicas that the user scaled to, and lists without the changes of the operator to their items', async () => {
    const matchLabels = { app: 'one' }
    const containers = [{ name: 'web', image: 'web:1' }]
    const template = { metadata: { labels: matchLabels }, spec: { containers } }
    await user.create(Deployment, { metadata: one, spec: { replicas: 2, selector: { matchLabels }, template } })
    const image = { op: 'replace', path: '/spec/template/spec/containers/0/image', value: 'mirror/web:1' } as const
    await operator.patch(Deployment, one, [image, { op: 'replace', path: '/spec/replicas', value: 5 }])
    const spec = { replicas: 2, template: { spec: { containers } } }
    expect(await declared(Deployment)).toMatchObject({ spec })
    await user.scale.patch(Deployment, one, { spec: { replicas: 5 } })
    expect(await declared(Deployment)).toMatchObject({ spec: { ...spec, replicas: 5 } })
    const read = await user.get(Deployment, one)
    const [first] = read.spec.template.spec!.containers
    const changed = { ...first!, workingDir: '/srv' }
    await user.update(Deployment, {
      ...read,
      spec: { ...read.spec, template: { ...template, spec: { containers: [changed] } } },
    })
    const workedIn = [{ name: 'web', image: 'web:1', workingDir: '/srv' }]
    expect(await declared(Deployment)).toMatchObject({ spec: { template: { spec: { containers: workedIn } } } })
  })

  it.each([
    {
      verb: 'update',
      scale: async (replicas: number) => {
        const { metadata } = await user.scale.get(Deployment, one)
        await user.scale.update(Deployment, one, { metadata, spec: { replicas } })
      },
    },
    {
      verb: 'apply',
      scale: (replicas: number) => user.scale.apply(Deployment, one, { spec: { replicas } }, { force: true }),
    },
    {
      verb: 'patch, then one of the metadata alone',
      scale: async (replicas: number) => {
        await user.scale.patch(Deployment, one, { spec: { replicas } })
        await user.scale.patch(Deployment, one, { metadata: { name: one.name } })
      },
    },
  ])('has only the number of replicas of a scale: $verb', async ({ scale }) => {
    const matchLabels = { app: 'one' }
    const template = { metadata: { labels: matchLabels }, spec: { containers: [{ name: 'web', image: 'web:1' }] } }
    await user.create(Deployment, { metadata: one, spec: { replicas: 2, selector: { matchLabels }, template } })
    const image = { op: 'replace', path: '/spec/template/spec/containers/0/image', value: 'mirror/web:1' } as const
    await operator.patch(Deployment, one, [image, { op: 'add', path: '/metadata/labels', value: { tier: 'gold' } }])
    await scale(5)
    const { metadata, spec } = await declared(Deployment)
    expect(metadata).toEqual({})
    expect(spec).toMatchObject({ replicas: 5, template: { spec: { containers: [{ name: 'web', image: 'web:1' }] } } })
  })

  it('has no items that the operator added to a list which the user changes', async () => {
    const matchLabels = { app: 'one' }
    const metadata = { labels: matchLabels }
    const withContainers = (...names: readonly string[]) => ({
      template: { metadata, spec: { containers: names.map((name) => ({ name, image: `${name}:1` })) } },
    })
    const names = async () => {
      const { template } = (await declared(Deployment))['spec'] as unknown as ReturnType<typeof withContainers>
      return template.spec.containers.map(({ name, image }) => `${name} ${image}`)
    }
    await user.create(Deployment, { metadata: one, spec: { selector: { matchLabels }, ...withContainers('web') } })
    const strategic = { type: 'strategic' } as const
    await operator.patch(Deployment, one, { spec: withContainers('proxy') }, strategic)
    expect(await names()).toEqual(['web web:1'])
    await user.patch(Deployment, one, { spec: withContainers('logs') }, strategic)
    expect(await names()).toEqual(['web web:1', 'logs logs:1'])
    const read = await user.get(Deployment, one)
    const containers = read.spec.template.spec!.containers.filter(({ name }) => name !== 'web')
    const spec = { ...read.spec.template.spec!, containers }
    await user.update(Deployment, { ...read, spec: { ...read.spec, template: { ...read.spec.template, spec } } })
    expect(read.spec.template.spec!.containers).toHaveLength(3)
    expect(await names()).toEqual(['logs logs:1'])
  })
})
