/** Server-side apply through `@kubewright/client`. */
import { isConflict } from '@kubewright/client'
import { ConfigMap, Deployment } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { deployment, failureOf, openClientInNamespace } from './client.ts'
import { useServer } from './server.ts'

useServer()

describe('server-side apply', () => {
  it('creates the object, then changes only its own fields and removes those it no longer sets', async () => {
    await using client = await openClientInNamespace()
    const metadata = { name: 'settings' }
    const created = await client.apply(ConfigMap, { metadata, data: { a: '1', b: '2' } })
    await client.patch(ConfigMap, { name: 'settings' }, { data: { c: '3' } }, { fieldManager: 'somebody' })
    const changed = await client.apply(ConfigMap, { metadata, data: { a: '9' } })

    expect(created.data).toEqual({ a: '1', b: '2' })
    expect(changed.data).toEqual({ a: '9', c: '3' })
    expect(changed.metadata.managedFields?.map(({ manager, operation }) => `${manager} ${operation}`).sort()).toEqual([
      'conformance Apply',
      'somebody Update',
    ])
  })

  it('is idempotent', async () => {
    await using client = await openClientInNamespace()
    const object = { metadata: { name: 'settings' }, data: { a: '1' } }
    const first = await client.apply(ConfigMap, object)
    expect(await client.apply(ConfigMap, object)).toEqual(first)
  })

  it('reports field-manager conflicts, and takes the fields with force', async () => {
    await using client = await openClientInNamespace()
    const web = deployment('web')
    await client.apply(Deployment, { ...web, spec: { ...web.spec, replicas: 2 } }, { fieldManager: 'scaler' })
    const mine = { ...web, spec: { ...web.spec, replicas: 3 } }

    const conflict = await failureOf(client.apply(Deployment, mine))
    const forced = await client.apply(Deployment, mine, { force: true })

    expect(isConflict(conflict)).toBe(true)
    expect(conflict).toMatchObject({
      status: 409,
      causes: [{ reason: 'FieldManagerConflict', message: 'conflict with "scaler"', field: '.spec.replicas' }],
    })
    expect(forced.spec?.replicas).toBe(3)
  })

  it('creates with resourceVersion "1", and conflicts if the object exists', async () => {
    await using client = await openClientInNamespace()
    const metadata = { name: 'web', resourceVersion: '1' }
    for (const [kind, object] of [
      [ConfigMap, { data: { a: '1' } }],
      [Deployment, { spec: deployment('web').spec }],
    ] as const) {
      const made = await client.apply(kind, { metadata, ...object } as never)
      expect(made.metadata.managedFields?.map(({ operation }) => operation)).toEqual(['Apply'])
      for (const how of [{}, { force: true }, { fieldManager: 'somebody' }]) {
        expect(await failureOf(client.apply(kind, { metadata, ...object } as never, how))).toMatchObject({
          status: 409,
        })
      }
      expect(await client.get(kind, { name: 'web' })).toEqual(made)
    }
  })

  it.each([undefined, 'Ignore', 'Warn', 'Strict'] as const)(
    'rejects a field that the schema does not have, with fieldValidation %s',
    async (fieldValidation) => {
      await using client = await openClientInNamespace()
      const web = deployment('web')
      const unknown = { ...web, spec: { ...web.spec, replica: 2 } }
      const failure = await failureOf(client.apply(Deployment, unknown as never, { fieldValidation }))
      expect(failure).toMatchObject({
        status: 500,
        message: expect.stringContaining('.spec.replica: field not declared'),
      })
    },
  )

  it('stores nothing with dryRun', async () => {
    await using client = await openClientInNamespace()
    const first = await client.apply(ConfigMap, { metadata: { name: 'settings' }, data: { a: '1' } })
    const tried = await client.apply(ConfigMap, { metadata: { name: 'settings' }, data: { a: '2' } }, { dryRun: true })
    expect(tried.data).toEqual({ a: '2' })
    expect(await client.get(ConfigMap, { name: 'settings' })).toEqual(first)
  })

  it('accepts an object that was read, without server-set metadata', async () => {
    await using client = await openClientInNamespace()
    const read = await client.apply(ConfigMap, { metadata: { name: 'settings' }, data: { a: '1' } })
    const { name, namespace, labels } = read.metadata
    const again = await client.apply(ConfigMap, {
      metadata: { name, namespace, ...(labels && { labels }) },
      data: { a: '2' },
    })
    expect(again.data).toEqual({ a: '2' })
  })
})
