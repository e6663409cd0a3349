/** Against a real PostgreSQL. Skipped with a warning where it is not installed; in CI it has to be. */
import { Secret } from 'kubewright'
import { accessAnnotation } from '@kubewright/external'
import { type Cluster, startCluster } from '@kubewright/testing'
import { conditionIs, deleted } from '@kubewright/client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { postgresControllers } from './controllers.ts'
import { Database } from './database.ts'
import { findPostgres, LocalPostgres, obstacle } from './local-postgres.ts'
import { PostgresServer } from './postgres-server.ts'
import { Role } from './role.ts'
import { type Address, ask } from './sql.ts'

const programs = await findPostgres()
const [version] = Object.keys(programs)
const at = (name: string) => ({ name, namespace: 'default' })
const patient = { timeout: '100s' } as const

const missing = await obstacle()
if (missing !== undefined) console.warn(`Not tested against a real PostgreSQL: ${missing}`)

it('PostgreSQL is installed where CI runs', () => {
  expect(process.env['CI'] === 'true' ? missing : undefined).toBeUndefined()
})

describe.runIf(missing === undefined)('PostgresServer, Database and Role', () => {
  let cluster: Cluster
  let machine: LocalPostgres
  beforeEach(async () => {
    // The same programs as a second version: most machines have only one.
    machine = new LocalPostgres({ ...programs, next: programs[version!]! })
    cluster = await startCluster({ resources: [PostgresServer, Database, Role], time: 'real' })
    await cluster.run(...postgresControllers(machine))
  })
  afterEach(async () => {
    await cluster[Symbol.asyncDispose]()
    await machine[Symbol.asyncDispose]()
  })

  const create = async (access = 'CUD') => {
    const { client } = cluster
    // In any order: each waits for its dependencies.
    await client.create(Role, { metadata: at('app'), spec: { database: 'shop', name: 'shop_app' } })
    await client.create(Database, { metadata: at('shop'), spec: { server: 'main', name: 'shop' } })
    const metadata = { ...at('main'), annotations: { [accessAnnotation]: access } }
    await client.create(PostgresServer, { metadata, spec: { version: version!, maxConnections: 20 } })
    await client.waitFor(Role, at('app'), conditionIs('Ready', 'True'), patient)
  }
  const addressIn = async (secret: string): Promise<Address> => {
    const { data = {} } = await cluster.client.get(Secret, at(secret))
    const read = (key: string) => Buffer.from(data[key] ?? '', 'base64').toString()
    return {
      host: read('host'),
      port: Number(read('port')),
      user: read('user'),
      password: read('password'),
      database: read('database'),
    }
  }

  it('become ready in dependency order, and are deleted in the reverse order', async () => {
    await create()
    const address = await addressIn('app')
    expect(await ask(address, 'SELECT current_user AS who, current_database() AS place')).toEqual([
      { who: 'shop_app', place: 'shop' },
    ])
    const admin = { ...(await addressIn('main-admin')), database: 'postgres' }
    await cluster.client.delete(PostgresServer, at('main'))
    await cluster.client.waitFor(PostgresServer, at('main'), deleted, patient)
    await expect(cluster.client.get(Role, at('app'))).rejects.toThrow('not found')
    await expect(ask(admin, 'SELECT 1')).rejects.toThrow('ECONNREFUSED')
  }, 120_000)

  it('are updated in place and keep their data; a rename is refused', async () => {
    await create()
    const { client } = cluster
    const admin = { ...(await addressIn('main-admin')), database: 'shop' }
    await ask(admin, 'CREATE TABLE kept AS SELECT 42 AS answer')
    await client.patch(PostgresServer, at('main'), { spec: { maxConnections: 25 } })
    await client.waitFor(
      PostgresServer,
      at('main'),
      ({ status, metadata }) => status?.observedGeneration === metadata.generation && status?.state === 'Succeeded',
      patient,
    )
    expect(await ask(admin, 'SHOW max_connections')).toEqual([{ max_connections: '25' }])
    expect(await ask(admin, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
    await client.patch(Database, at('shop'), { spec: { connectionLimit: 7 } })
    await client.waitFor(
      Database,
      at('shop'),
      ({ status, metadata }) => status?.observedGeneration === metadata.generation && status?.state === 'Succeeded',
      patient,
    )
    expect(await ask(admin, `SELECT datconnlimit FROM pg_database WHERE datname = 'shop'`)).toEqual([
      { datconnlimit: 7 },
    ])
    await expect(client.patch(Database, at('shop'), { spec: { name: 'other' } })).rejects.toThrow(
      'a database cannot be renamed',
    )
    // A deleted Secret is recreated, with the cached password or a new one.
    await client.delete(Secret, at('app'))
    await client.waitFor(Secret, at('app'), (secret) => secret.data?.['password'] !== undefined, patient)
    await client.waitFor(Role, at('app'), conditionIs('Ready', 'True'), patient)
    const renewed = await addressIn('app')
    expect(await ask(renewed, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  }, 120_000)

  it.each([
    { access: 'CU', isAllowed: false },
    { access: 'CUD', isAllowed: true },
  ])(
    'a server is recreated for another version only if its access allows deletion ($access)',
    async ({ access, isAllowed }) => {
      const { client } = cluster
      const metadata = { ...at('main'), annotations: { [accessAnnotation]: access } }
      await client.create(PostgresServer, { metadata, spec: { version: version!, maxConnections: 20 } })
      await client.waitFor(PostgresServer, at('main'), conditionIs('Ready', 'True'), patient)
      const before = await addressIn('main-admin')
      await client.patch(PostgresServer, at('main'), { spec: { version: 'next' } })
      const { status } = await client.waitFor(
        PostgresServer,
        at('main'),
        (server) =>
          server.status?.observedGeneration === server.metadata.generation &&
          (server.status?.state === 'Succeeded' || server.status?.state === 'Failed'),
        patient,
      )
      expect(status?.state).toBe(isAllowed ? 'Succeeded' : 'Failed')
      const after = await addressIn('main-admin')
      expect(after.password === before.password).toBe(!isAllowed)
      expect(await ask({ ...after, database: 'postgres' }, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    },
    120_000,
  )
})
