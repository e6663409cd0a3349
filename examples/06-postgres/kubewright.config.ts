import { defineConfig } from '@kubewright/cli'
import { postgresControllers } from './controllers.ts'
import { Database } from './database.ts'
import { findPostgres, LocalPostgres } from './local-postgres.ts'
import { PostgresServer } from './postgres-server.ts'
import { Role } from './role.ts'

export default defineConfig({
  name: 'postgres-operator',
  resources: [PostgresServer, Database, Role],
  controllers: [...postgresControllers(new LocalPostgres(await findPostgres()))],
})
