import { states } from '@kubewright/external'
import { withRules } from '@kubewright/resource'
import { defineResource, type ObjectOf } from 'kubewright'
import { z } from 'zod'

export const sqlName = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/)

/** A database on a server. */
export const Database = defineResource({
  group: 'postgres.example.dev',
  version: 'v1',
  kind: 'Database',
  scope: 'Namespaced',
  spec: withRules(
    z.object({
      server: z.string().describe('Name of the PostgresServer.'),
      name: sqlName.describe('Name of the database on the server.'),
      connectionLimit: z.int().min(-1).default(-1).describe('Limit of connections; -1 for no limit.'),
    }),
    [
      { rule: 'self.name == oldSelf.name', message: 'a database cannot be renamed' },
      { rule: 'self.server == oldSelf.server', message: 'a database cannot move to another server' },
    ],
  ),
  status: z.object({
    state: z.enum(states).optional(),
    message: z.string().optional(),
    host: z.string().optional(),
    port: z.int().optional(),
  }),
  conditions: ['Ready', 'Synced'],
  columns: { State: '.status.state', Server: '.spec.server' },
})

export type Database = ObjectOf<typeof Database>
