/** The exports of this example for other operators. */
export { postgresControllers, type PostgresOptions } from './controllers.ts'
export { Database } from './database.ts'
export { findPostgres, LocalPostgres } from './local-postgres.ts'
export { PostgresServer } from './postgres-server.ts'
export { Role } from './role.ts'
export { SimulatedPostgres } from './simulated-postgres.ts'
