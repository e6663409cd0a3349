import { states } from '@kubewright/external'
import { withRules } from '@kubewright/resource'
import { defineResource, type ObjectOf } from 'kubewright'
import { z } from 'zod'
import { sqlName } from './database.ts'

/** A role that may log in to a database. A Secret of the same name holds host, port, user and password. */
export const Role = defineResource({
  group: 'postgres.example.dev',
  version: 'v1',
  kind: 'Role',
  scope: 'Namespaced',
  spec: withRules(
    z.object({ database: z.string().describe('Name of the Database that the role may use.'), name: sqlName }),
    [
      { rule: 'self.name == oldSelf.name', message: 'a role cannot be renamed' },
      { rule: 'self.database == oldSelf.database', message: 'a role stays with its database' },
    ],
  ),
  status: z.object({ state: z.enum(states).optional(), message: z.string().optional() }),
  conditions: ['Ready', 'Synced'],
  columns: { State: '.status.state', Database: '.spec.database' },
})

export type Role = ObjectOf<typeof Role>
