/** What must compile, and what must not. */
import { defineResource } from '@kubewright/resource'
import { z } from 'zod'
import { changesBetween, defineExternalController } from '../index.ts'

const Server = defineResource({
  group: 'db.example.dev',
  version: 'v1',
  kind: 'Server',
  scope: 'Namespaced',
  spec: z.object({}),
  status: z.object({ host: z.string().optional() }),
  conditions: ['Ready'],
})
const Database = defineResource({
  group: 'db.example.dev',
  version: 'v1',
  kind: 'Database',
  scope: 'Namespaced',
  spec: z.object({ sizeGb: z.int(), version: z.enum(['16', '17']), server: z.string() }),
  status: z.object({ endpoint: z.string().optional() }),
})
declare const sql: {
  find(name: string): Promise<{ sizeGb: number; version: string; endpoint: string } | undefined>
  act(): Promise<void>
}
const common = { name: 'databases', for: Database, finalizer: 'db.example.dev/instance', poll: '10m' } as const

defineExternalController({
  ...common,
  dependencies: {
    server: { on: Server, ref: (db) => db.spec.server, ready: (server) => server.status?.host !== undefined },
  },
  observe: (db, { dependencies }) => {
    // At the end it may be gone.
    dependencies.server?.status?.host satisfies string | undefined
    return sql.find(db.metadata.uid)
  },
  diff: (db, actual) => changesBetween(db.spec, actual, ['sizeGb', 'version']),
  create: (_, { dependencies }) => {
    dependencies.server.status?.host satisfies string | undefined
    // @ts-expect-error nothing of that name is depended on
    void dependencies.cluster
    return sql.act()
  },
  async update(db, changes) {
    for (const { field } of changes) {
      if (field === 'sizeGb') await sql.act()
      // @ts-expect-error `diff` never reports this field
      if (field === 'server') await sql.act()
    }
    // @ts-expect-error objects are read-only
    db.spec.sizeGb = 5
  },
  delete: () => sql.act(),
  status: (actual) => ({ endpoint: actual.endpoint }),
})

defineExternalController({
  ...common,
  verify: async () => 'Ready',
  create: async () => 'Succeeded',
  update: async () => 'AwaitingVerification',
  delete: async () => 'AlreadyDeleted',
})

defineExternalController({
  ...common,
  // @ts-expect-error an operation returns no such result, so it is taken for the other form, which has no `verify`
  verify: async () => 'Ready',
  create: async () => 'Succeeded',
  update: async (_object) => 'Perhaps',
  delete: async () => 'AlreadyDeleted',
})
