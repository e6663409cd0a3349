import { states } from '@kubewright/external'
import { defineResource, type ObjectOf } from 'kubewright'
import { z } from 'zod'

/** A PostgreSQL server. */
export const PostgresServer = defineResource({
  group: 'postgres.example.dev',
  version: 'v1',
  kind: 'PostgresServer',
  scope: 'Namespaced',
  spec: z.object({
    version: z.string().default('15').describe('The major version. Changing it starts a new server without the data.'),
    maxConnections: z.int().min(10).max(1_000).default(50),
  }),
  status: z.object({
    state: z.enum(states).optional(),
    message: z.string().optional(),
    host: z.string().optional(),
    port: z.int().optional(),
  }),
  conditions: ['Ready', 'Synced'],
  columns: { State: '.status.state', Host: '.status.host', Port: '.status.port' },
})

export type PostgresServer = ObjectOf<typeof PostgresServer>
